import type {Playlist} from '../../../contract/rules/lists/playlist'
import type {PlayList} from '../player/list'

/** The fixed sizes of a preview, in pixels. */
export const PREVIEW_SIZES = {
  small: {width: 320, height: 180},
  medium: {width: 640, height: 360},
  large: {width: 960, height: 540},
} as const

export type PreviewSize = keyof typeof PREVIEW_SIZES

/** The playlist as the player's machine takes it. Its files are played straight from the server. */
export const playListOf = ({items, version}: Playlist): PlayList => ({
  revision: version ?? 0,
  items: items.map(item => ({...item, ...UNKNOWN})),
})

const UNKNOWN = {name: '', url: '', size: 0, sha256: '', contentType: ''}
