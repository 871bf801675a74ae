import {NO_LIST, type StoredList} from '../../../contract/rules/lists/storedList'
import * as routes from '../../../contract/wire/entities/wallLink'
import type {InClientNames} from '../../../contract/wire/names'
import type {ListRules} from '../../domain/listRules'
import type {WallLink} from '../../domain/wall/walls'
import type {Http, Options} from '../http'

export async function loadWallLinks(
  http: Http,
  organisationId: string,
  options: Options = {},
): Promise<readonly WallLink[]> {
  const links = await http.call(routes.listWallLinks, {params: {id: organisationId}, ...options})
  return links.map(link => fromWire(link, http.clock))
}

/** The token can't be asked for again. */
export async function issueWallLink(
  http: Http,
  {organisationId, ...body}: {organisationId: string; wall: string; name: string},
  options: Options = {},
): Promise<{link: WallLink; token: string}> {
  const {token, ...link} = await http.call(routes.issueWallLink, {params: {id: organisationId}, body, ...options})
  return {link: fromWire(link, http.clock), token}
}

/** Throws an `ApiError` with status 404 when the link was revoked already. */
export async function revokeWallLink(
  http: Http,
  {organisationId, id}: {organisationId: string; id: string},
  options: Options = {},
): Promise<void> {
  await http.call(routes.revokeWallLink, {params: {id: organisationId, linkId: id}, ...options})
}

const fromWire = ({lastSeenAt, ...wire}: InClientNames<routes.WallLinkWire>, {toClient}: Http['clock']): WallLink => ({
  ...wire,
  issuedAt: toClient(wire.issuedAt),
  seenAt: lastSeenAt === null ? null : toClient(lastSeenAt),
})

/** Loads the wall that the link of this screen shows. The list is empty when there is no wall of its name any more. */
export async function loadLinkedWall<Item, Intent>(
  http: Http,
  rules: Pick<ListRules<Item, Intent>, 'read'>,
  options: Options = {},
): Promise<StoredList<Item>> {
  const {wall} = await http.call(routes.readShownWall, options)
  return wall === null ? NO_LIST : rules.read([wall], null)
}
