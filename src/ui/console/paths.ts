import type {EntityType} from '../../../contract/wire/attribute'

/** Where the pages of the console stand. */
export const consolePath = '/sys_admin'

export const recordPath = (kind: EntityType, id: string): string => `${consolePath}/${kind}/${encodeURIComponent(id)}`

/** An organisation's pages are called `org-…`. */
const prefixOf = (kind: EntityType): string => (kind === 'organisation' ? 'org' : kind)

export const editPath = (kind: EntityType, id: string): string =>
  `${consolePath}/${prefixOf(kind)}-edit/${encodeURIComponent(id)}`

/** `organisationId`: to which it will belong; not needed for an organisation. */
export const createPath = (kind: EntityType, organisationId = ''): string =>
  kind === 'organisation'
    ? `${consolePath}/org-create`
    : `${consolePath}/${kind}-create/${encodeURIComponent(organisationId)}`

/** The list that a record stands in: a tab of its organisation, or all organisations. */
export const listPath = (kind: EntityType, organisationId: string): string =>
  kind === 'organisation' || organisationId === ''
    ? consolePath
    : `${recordPath('organisation', organisationId)}?tab=${TABS[kind]}`

export const TABS = {customer: 'customers', user: 'users', device: 'devices', asset: 'assets'} as const

/** Where one finds oneself after making one: devices and assets among the devices, as specified; among the organisations after one of which only that it was made is known. */
export const createdPath = (
  kind: EntityType,
  {id, organisationId}: {id: string | null; organisationId: string},
): string => {
  if (kind === 'organisation' && id !== null) return recordPath(kind, id)
  return listPath(kind === 'asset' ? 'device' : kind, organisationId)
}

export const deviceImportPath = (organisationId: string): string =>
  `${consolePath}/device-import/${encodeURIComponent(organisationId)}`

/** Who did what. */
export const auditPath = `${consolePath}/audit`

/** What was done to a record. */
export const historyPath = (kind: EntityType, id: string): string =>
  `${auditPath}?${new URLSearchParams({entityType: kind, entityId: id})}`
