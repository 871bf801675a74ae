import {type KeptList, NO_LIST} from '../../../contract/rules/lists/keptList'
import {readShownWall} from '../../../contract/wire/entities/wallLink'
import type {ListRules} from '../../domain/media/listRules'
import type {Http, Options} from '../http'

/** Loads the wall that the link of this screen shows. The list is empty when there is no wall of its name any more. */
export async function loadLinkedWall<Item, Intent>(
  http: Http,
  rules: Pick<ListRules<Item, Intent>, 'read'>,
  options: Options = {},
): Promise<KeptList<Item>> {
  const {wall} = await http.call(readShownWall, options)
  return wall === null ? NO_LIST : rules.read([wall], null)
}
