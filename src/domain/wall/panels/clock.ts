import {type PanelBase, type PanelRules, textIn} from './panel'

const MAX_ZONE = 64

/** The time of the server. */
export interface ClockPanel extends PanelBase {
  kind: 'clock'
  /** Empty for the zone of the screen. */
  zone: string
}

export const clockPanel: PanelRules<ClockPanel> = {
  size: {w: 6, h: 3},
  read: (base, entry) => ({...base, kind: 'clock', zone: textIn(entry.zone, MAX_ZONE)}),
}
