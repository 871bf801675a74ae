import {type KeptList, NO_LIST} from '../../../contract/rules/keptList'
import {shownWall} from '../../../contract/wire/wallLink'
import type {ListRules} from '../../domain/media/listRules'
import type {CallOptions, Http} from '../http'

/** Loads the wall that the link of this screen shows. The list is empty when there is no wall of its name any more. */
export async function loadLinkedWall<Item, Intent>(
  http: Pick<Http, 'get'>,
  rules: Pick<ListRules<Item, Intent>, 'read'>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<KeptList<Item>> {
  const {wall} = await http.get('/api/v0/wall-link/wall', shownWall, options)
  return wall === null ? NO_LIST : rules.read([wall], null)
}
