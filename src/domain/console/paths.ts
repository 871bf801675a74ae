import type {EntityType} from '../../../contract/wire/entities/attribute'
import type {DeviceStatus} from '../../../contract/wire/entities/device'
import {STATUS} from './records/list/columns'
import {isTask, type SettingsPage, TABS} from './settingsPages'
import type {ThresholdDraft} from './thresholds/draft'

/** The parameter of the address of a device's page that names a key, whose threshold is to be edited. */
const THRESHOLD = 'threshold'

/** Reads a request for the form of a threshold from the address; null when there is none. */
export function askedThreshold(search: URLSearchParams): AskedThreshold | null {
  const key = search.get(THRESHOLD)
  return key === null ? null : {name: key, change: {}}
}

/** A threshold whose form is opened first. Without a change, nothing is opened for a key that has none. */
export interface AskedThreshold {
  name: string
  change: Partial<ThresholdDraft>
}

export type ConsolePaths = ReturnType<typeof pathsBelow>

/** Returns the addresses of the console: one root for a system admin, and another for all others. */
export const consolePaths = (authority: string): ConsolePaths => (authority === 'SYS_ADMIN' ? SYSTEM : SETTINGS)

const SYSTEM = pathsBelow('/sys_admin', id => `/sys_admin/organisation/${encodeURIComponent(id)}`)

/** The own organisation's records are listed at the address itself. */
const SETTINGS = pathsBelow('/settings', () => '/settings')

function pathsBelow(console: string, organisation: (id: string) => string) {
  const record = (kind: EntityType, id: string): string =>
    kind === 'organisation' ? organisation(id) : `${console}/${kind}/${encodeURIComponent(id)}`
  /** The addresses of an organisation are specified as `org-edit` and `org-create`. */
  const prefixOf = (kind: EntityType): string => (kind === 'organisation' ? 'org' : kind)
  /** The list that shows a record: a tab of its organisation, or all organisations when it belongs to none. */
  const list = (kind: EntityType, organisationId: string): string =>
    kind === 'organisation' || organisationId === '' ? console : `${organisation(organisationId)}?tab=${TABS[kind]}`
  const audit = `${console}/audit`

  return {
    console,
    record,
    edit: (kind: EntityType, id: string): string => `${console}/${prefixOf(kind)}-edit/${encodeURIComponent(id)}`,
    /** `organisationId` names the organisation that the new record will belong to; a new organisation needs none. */
    create: (kind: EntityType, organisationId = ''): string =>
      kind === 'organisation'
        ? `${console}/org-create`
        : `${console}/${kind}-create/${encodeURIComponent(organisationId)}`,
    list,
    /** A page of an organisation's settings. Its lists and its overview have the specified address. */
    settings: (page: SettingsPage, organisationId = ''): string => {
      if (isTask(page)) return `${organisation(organisationId)}/${page}`
      return page === 'overview' ? organisation(organisationId) : `${organisation(organisationId)}?tab=${page}`
    },
    /** The page of a device, with the form of the threshold of a key. */
    threshold: (deviceId: string, key: string): string =>
      `${record('device', deviceId)}?${new URLSearchParams({[THRESHOLD]: key})}`,
    /** The devices of an organisation that were fresh, late or never seen. */
    devices: (organisationId: string, status: DeviceStatus): string =>
      `${organisation(organisationId)}?${new URLSearchParams({tab: TABS.device, filter: `${STATUS}:${status}`})}`,
    /**
     * The page that opens after a record is created. A new asset leads to the devices, as specified. A new organisation
     * leads to its own page, or to all organisations when the server has not sent its id.
     */
    created: (kind: EntityType, {id, organisationId}: {id: string | null; organisationId: string}): string => {
      if (kind === 'organisation' && id !== null) return record(kind, id)
      return list(kind === 'asset' ? 'device' : kind, organisationId)
    },
    deviceImport: (organisationId: string): string => `${console}/device-import/${encodeURIComponent(organisationId)}`,
    audit,
    /** The keys of the system. */
    apiKeys: `${console}/api-keys`,
    /** The audit trail, filtered by one record. */
    history: (kind: EntityType, id: string): string =>
      `${audit}?${new URLSearchParams({entityType: kind, entityId: id})}`,
    /** The audit trail of an organisation and of what belongs to it. */
    organisationAudit: (organisationId: string): string => `${audit}?${new URLSearchParams({organisationId})}`,
  }
}

/** The dashboard with the chart of a device, and of one of its keys, or else of the first. */
export const chartPath = (deviceId: string, key: string | null = null): string =>
  `/dashboard?${new URLSearchParams({device: deviceId, ...(key === null ? {} : {key})})}`
