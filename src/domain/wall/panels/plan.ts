import {type DevicePlace, placesFrom} from '../places/plan'
import {keyIn, type PanelBase, type PanelRules, textIn} from './panel'
import {MAX_PICTURE_ID} from './picture'

/** A picture with devices on it. */
export interface PlanPanel extends PanelBase {
  kind: 'plan'
  /** Empty where none is chosen. */
  picture: string
  /** The key whose value is shown beside each device; empty for names alone. */
  key: string
  places: readonly DevicePlace[]
}

export const planPanel: PanelRules<PlanPanel> = {
  size: {w: 12, h: 8},
  read: (base, entry) => ({
    ...base,
    kind: 'plan',
    picture: textIn(entry.picture, MAX_PICTURE_ID),
    key: keyIn(entry.key),
    places: placesFrom(entry.places),
  }),
}
