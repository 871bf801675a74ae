import {type KeptList, listFrom, NO_LIST} from '../../../contract/rules/keptList'
import {shownWall} from '../../../contract/wire/wallLink'
import {type Wall, wallFrom} from '../../domain/wall/walls'
import type {CallOptions, Http} from '../http'

/** Loads the wall that the link of this screen shows. The list is empty when there is no wall of its name any more. */
export async function loadLinkedWall(
  http: Pick<Http, 'get'>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<KeptList<Wall>> {
  const {wall} = await http.get('/api/v0/wall-link/wall', shownWall, options)
  return wall === null ? NO_LIST : listFrom([wall], null, wallFrom)
}
