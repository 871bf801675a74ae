import * as z from 'zod/mini'
import {type AssetChange, asset, type NewAssetBody} from '../../../contract/wire/entities/asset'
import type {Group} from '../../domain/media/group'
import {anyAnswer, asAnyServerSends} from '../anyServer'
import type {Http, Options} from '../http'

const GROUP = 'device_group'

/** Loads the groups of devices of one organisation, or all that the caller may see. */
export async function loadGroups(
  http: Http,
  {organisationId}: {organisationId: string | null},
  options: Options = {},
): Promise<Group[]> {
  const params = organisationId === null ? {} : {organisation_id: organisationId}
  const found = await http.get('/api/v0/asset', z.array(anyAsset), {params, ...options})
  return found.filter(({type}) => type === GROUP).map(groupFrom)
}

export async function createGroup(
  http: Http,
  {name, organisationId}: {name: string; organisationId: string},
  options: Options = {},
): Promise<Group> {
  const body: NewAssetBody = {name, type: GROUP, organisation_id: organisationId}
  return groupFrom(await http.post('/api/v0/asset', anyAsset, {body, ...options}))
}

/** Throws an `ApiError` with status 409 when another user has changed the group in the meantime. */
export async function renameGroup(
  http: Http,
  {group: {id, version}, name}: {group: Group; name: string},
  options: Options = {},
): Promise<void> {
  const body: AssetChange = {name, type: GROUP, ...(version === null ? {} : {version})}
  await http.put(pathOf(id), anyAnswer, {body, ...options})
}

export async function loadGroup(http: Http, {id}: {id: string}, options: Options = {}): Promise<Group> {
  return groupFrom(await http.get(pathOf(id), anyAsset, options))
}

export async function deleteGroup(http: Http, {id}: {id: string}, options: Options = {}): Promise<void> {
  await http.delete(pathOf(id), anyAnswer, options)
}

const pathOf = (id: string): string => `/api/v0/asset/${encodeURIComponent(id)}`

const anyAsset = asAnyServerSends(z.partial(asset, {name: true}))

const groupFrom = ({_id, name, version}: z.infer<typeof anyAsset>): Group => ({
  id: _id,
  name: name ?? _id,
  version: version ?? null,
})
