import {oneOf} from '../options'
import {type PanelBase, type PanelRules, textIn} from './panel'

export const TEXT_SIZES = ['normal', 'large', 'huge'] as const
const MAX_TEXT = 2000

/** A text that users write onto the wall. */
export interface TextPanel extends PanelBase {
  kind: 'text'
  text: string
  size: (typeof TEXT_SIZES)[number]
}

export const textPanel: PanelRules<TextPanel> = {
  size: {w: 6, h: 2},
  read: (base, entry) => ({
    ...base,
    kind: 'text',
    text: textIn(entry.text, MAX_TEXT),
    size: oneOf(TEXT_SIZES, entry.size) ?? 'normal',
  }),
}
