import {oneOf} from '../options'
import {type PanelBase, type PanelRules, textIn} from './panel'

export const PICTURE_FITS = ['contain', 'cover'] as const
export const MAX_PICTURE_ID = 64
export const MAX_PICTURE_TEXT = 500

/** One picture of the organisation. */
export interface PicturePanel extends PanelBase {
  kind: 'picture'
  /** Empty where none is chosen. */
  picture: string
  /** A description for those who can't see it. */
  text: string
  /** Whether all of it is shown, or it covers all of the panel. */
  fit: (typeof PICTURE_FITS)[number]
}

export const picturePanel: PanelRules<PicturePanel> = {
  size: {w: 8, h: 6},
  read: (base, entry) => ({
    ...base,
    kind: 'picture',
    picture: textIn(entry.picture, MAX_PICTURE_ID),
    text: textIn(entry.text, MAX_PICTURE_TEXT),
    fit: oneOf(PICTURE_FITS, entry.fit) ?? 'contain',
  }),
}
