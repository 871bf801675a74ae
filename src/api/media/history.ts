import {PLAYLIST_ATTRIBUTE} from '../../../contract/rules/lists/playlist'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {listChanges} from '../../../contract/wire/entities/audit'
import type {ListEdit} from '../../domain/media/listEdit'
import type {Http, Options} from '../http'

/** Loads the newest changes of a device's playlist from a server with additions. */
export async function loadPlaylistHistory(
  http: Http,
  {deviceId}: {deviceId: string},
  options: Options = {},
): Promise<readonly ListEdit[]> {
  const params = {entityType: 'device', entityId: deviceId} as const
  const query = {scope: ATTRIBUTE_SCOPES.shared, key: PLAYLIST_ATTRIBUTE}
  const {changes} = await http.call(listChanges, {params, query, ...options})
  return changes.map(({at, name, list}) => ({at: http.clock.toClient(at), name, changes: list}))
}
