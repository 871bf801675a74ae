import * as z from 'zod/mini'
import {GROUP_TYPE} from '../../../contract/rules/lists/idList'
import {assetCalls} from '../../../contract/wire/entities/asset'
import type {Group} from '../../domain/media/group'
import {anyAnswer, asAnyServerSends} from '../anyServer'
import type {Http, Options} from '../http'

/** Loads the groups of devices of one organisation, or all that the caller may see. */
export async function loadGroups(
  http: Http,
  {organisationId}: {organisationId: string | null},
  options: Options = {},
): Promise<Group[]> {
  const query = organisationId === null ? {} : {organisationId}
  const found = await http.call({...assetCalls.list, answer: z.array(anyAsset)}, {query, ...options})
  return found.filter(({type}) => type === GROUP_TYPE).map(groupFrom)
}

export async function createGroup(
  http: Http,
  {name, organisationId}: {name: string; organisationId: string},
  options: Options = {},
): Promise<Group> {
  const body = {name, type: GROUP_TYPE, organisationId}
  return groupFrom(await http.call({...assetCalls.create, answer: anyAsset}, {body, ...options}))
}

/** Throws an `ApiError` with status 409 when another user has changed the group in the meantime. */
export async function renameGroup(
  http: Http,
  {group: {id, version}, name}: {group: Group; name: string},
  options: Options = {},
): Promise<void> {
  const body = {name, type: GROUP_TYPE, ...(version === null ? {} : {version})}
  await http.call({...assetCalls.change, answer: anyAnswer}, {params: {id}, body, ...options})
}

export async function deleteGroup(http: Http, {id}: {id: string}, options: Options = {}): Promise<void> {
  await http.call(assetCalls.remove, {params: {id}, ...options})
}

const anyAsset = asAnyServerSends(z.partial(assetCalls.read.answer, {name: true}))

const groupFrom = ({id, name, version}: z.infer<typeof anyAsset>): Group => ({
  id,
  name: name ?? id,
  version: version ?? null,
})
