import type {EntityType} from '../../../contract/wire/entities/attribute'
import type {DeviceStatus} from '../../../contract/wire/entities/device'
import {STATUS} from '../../domain/console/records/list/columns'

export const consolePath = '/sys_admin'

export const recordPath = (kind: EntityType, id: string): string => `${consolePath}/${kind}/${encodeURIComponent(id)}`

/** The addresses of an organisation are specified as `org-edit` and `org-create`. */
const prefixOf = (kind: EntityType): string => (kind === 'organisation' ? 'org' : kind)

export const editPath = (kind: EntityType, id: string): string =>
  `${consolePath}/${prefixOf(kind)}-edit/${encodeURIComponent(id)}`

/** `organisationId` names the organisation that the new record will belong to; a new organisation needs none. */
export const createPath = (kind: EntityType, organisationId = ''): string =>
  kind === 'organisation'
    ? `${consolePath}/org-create`
    : `${consolePath}/${kind}-create/${encodeURIComponent(organisationId)}`

/** The page of a device, with the form of the threshold of a key. */
export const thresholdPath = (deviceId: string, key: string): string =>
  `${recordPath('device', deviceId)}?${new URLSearchParams({[THRESHOLD]: key})}`

/** The parameter of the address. */
export const THRESHOLD = 'threshold'

/** The list that shows a record: a tab of its organisation, or all organisations when it belongs to none. */
export const listPath = (kind: EntityType, organisationId: string): string =>
  kind === 'organisation' || organisationId === ''
    ? consolePath
    : `${recordPath('organisation', organisationId)}?tab=${TABS[kind]}`

/** The devices of an organisation that were fresh, late or never seen. */
export const devicesPath = (organisationId: string, status: DeviceStatus): string =>
  `${recordPath('organisation', organisationId)}?${new URLSearchParams({tab: TABS.device, filter: `${STATUS}:${status}`})}`

/** The kinds of what belongs to an organisation. */
export const BELONGING = ['customer', 'user', 'device', 'asset'] as const satisfies readonly EntityType[]

export const TABS = {
  customer: 'customers',
  user: 'users',
  device: 'devices',
  asset: 'assets',
} as const satisfies Record<(typeof BELONGING)[number], string>

/**
 * The page that opens after a record is created. A new asset leads to the devices, as specified. A new organisation
 * leads to its own page, or to all organisations when the server has not told its id.
 */
export const createdPath = (
  kind: EntityType,
  {id, organisationId}: {id: string | null; organisationId: string},
): string => {
  if (kind === 'organisation' && id !== null) return recordPath(kind, id)
  return listPath(kind === 'asset' ? 'device' : kind, organisationId)
}

export const deviceImportPath = (organisationId: string): string =>
  `${consolePath}/device-import/${encodeURIComponent(organisationId)}`

export const auditPath = `${consolePath}/audit`

/** The keys of the system. */
export const apiKeysPath = `${consolePath}/api-keys`

/** The audit trail, filtered by one record. */
export const historyPath = (kind: EntityType, id: string): string =>
  `${auditPath}?${new URLSearchParams({entityType: kind, entityId: id})}`

/** The audit trail of an organisation and of what belongs to it. */
export const organisationAuditPath = (organisationId: string): string =>
  `${auditPath}?${new URLSearchParams({organisationId})}`

/** The dashboard with the chart of a device, and of one of its keys, or else of the first. */
export const chartPath = (deviceId: string, key: string | null = null): string =>
  `/dashboard?${new URLSearchParams({device: deviceId, ...(key === null ? {} : {key})})}`
