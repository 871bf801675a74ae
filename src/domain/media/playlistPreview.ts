import type {Playlist} from '../../../contract/rules/lists/playlist'
import type {PlayList} from '../player/list'

/** The playlist as the player's machine takes it. Its files are played straight from the server. */
export const playListOf = ({items, version}: Playlist): PlayList => ({
  revision: version ?? 0,
  items: items.map(item => ({...item, ...UNTOLD})),
})

const UNTOLD = {name: '', url: '', size: 0, sha256: '', contentType: ''}
