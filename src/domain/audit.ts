import {wordsOfChange} from '../../contract/rules/auditWords'
import {isValidTime} from '../../contract/rules/time/validTime'
import type {EpochMs} from '../../contract/wire/common'
import {ENTITY_TYPES, type EntityType} from '../../contract/wire/entities/attribute'
import {AUDIT_ACTIONS} from '../../contract/wire/entities/audit'
import {texts} from './auditTexts'

/**
 * Says who did what to which entity, when and from where. `at` is on the client's clock. A field is null when it is
 * unknown, or when nobody was signed in.
 */
export interface AuditEntry {
  id: string
  at: EpochMs
  userId: string | null
  email: string | null
  address: string
  action: string
  entityType: string | null
  entityId: string | null
  entityName: string | null
  organisationId: string | null
  detail: Readonly<Record<string, unknown>> | null
}

/** Tells whether the acting user is hidden from the viewer. */
export const isOutside = ({userId, email, address}: AuditEntry): boolean =>
  userId === null && email === null && address === ''

/** An empty text or null matches every entry. `from` and `to` are inclusive. */
export interface AuditFilter {
  organisationId: string
  entityType: EntityType | ''
  entityId: string
  userId: string
  action: string
  from: EpochMs | null
  to: EpochMs | null
}

export const EVERYTHING: AuditFilter = {
  organisationId: '',
  entityType: '',
  entityId: '',
  userId: '',
  action: '',
  from: null,
  to: null,
}

/** The names of the filters, in the order in which they are offered and shown. */
export const FILTER_NAMES = ['userId', 'entityType', 'entityId', 'organisationId', 'action', 'from', 'to'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** Returns the names of the filters in use, in order. */
export const filteredBy = (filter: AuditFilter): FilterName[] =>
  FILTER_NAMES.filter(name => filter[name] !== EVERYTHING[name])

/**
 * Reads `organisationId`, `entityType`, `entityId`, `userId`, `action`, `from` and `to` (ISO or epoch ms). A parameter
 * that can't be read is left out.
 */
export function auditFilter(search: string): AuditFilter {
  const parameters = new URLSearchParams(search)
  const textOf = (name: string) => parameters.get(name)?.trim() ?? ''
  const action = textOf('action')
  return {
    entityType: ENTITY_TYPES.find(type => type === textOf('entityType')) ?? '',
    organisationId: textOf('organisationId'),
    entityId: textOf('entityId'),
    userId: textOf('userId'),
    action: AUDIT_ACTIONS.find(known => known === action) ?? '',
    from: timeFrom(textOf('from')),
    to: timeFrom(textOf('to')),
  }
}

/** Writes the search part of the address with its question mark. It is empty when nothing is filtered. */
export function searchFromAuditFilter({from, to, ...texts}: AuditFilter): string {
  const parameters = new URLSearchParams()
  for (const [name, text] of Object.entries(texts)) if (text !== '') parameters.set(name, text)
  if (from !== null) parameters.set('from', new Date(from).toISOString())
  if (to !== null) parameters.set('to', new Date(to).toISOString())
  const search = parameters.toString()
  return search && `?${search}`
}

export const isSameFilter = (one: AuditFilter, other: AuditFilter): boolean =>
  searchFromAuditFilter(one) === searchFromAuditFilter(other)

export const ENTITY_KINDS: readonly EntityType[] = ENTITY_TYPES

export const ACTIONS: readonly string[] = AUDIT_ACTIONS

/** The words of an action, whatever it changed. One that only newer servers know keeps its name. */
export const actionText = (action: string): string => wordsOfChange(texts, action, null)

/** The words of what was done, such as "Wall saved". */
export const doneText = ({action, detail}: Pick<AuditEntry, 'action' | 'detail'>): string =>
  wordsOfChange(texts, action, detail?.key)

/** A filter by the id of something that has a name. */
export type NamedFilter = 'userId' | 'entityId' | 'organisationId'

/** The names that entries tell for the ids of a filter. Newer entries win. */
export function namesIn(entries: readonly AuditEntry[], filter: NamedFilter): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const {userId, email, entityType, entityId, entityName} of entries) {
    if (filter === 'organisationId' && entityType !== 'organisation') continue
    const [id, name] = filter === 'userId' ? [userId, email] : [entityId, entityName]
    if (id !== null && name !== null && !names.has(id)) names.set(id, name)
  }
  return names
}

/** Returns the id of a name; a text that is no known name is taken as an id itself. */
export const idOf = (names: ReadonlyMap<string, string>, text: string): string =>
  Array.from(names).find(([, name]) => name === text)?.[0] ?? text

/** Writes the changed fields, or the other details of an entry. Versions mean nothing to people. */
export function detailText(detail: AuditEntry['detail']): string {
  const {fields, changes, version, ...others} = detail ?? {}
  return [
    ...(Array.isArray(fields) ? fields.map(field => changeText(String(field), changes)) : []),
    ...Object.entries(others).map(([name, value]) => `${name}: ${wordOf(value)}`),
  ].join(', ')
}

/** A field with its values before and after the change, if the trail keeps them. */
function changeText(field: string, changes: unknown): string {
  const {before, after} = recordOf(recordOf(changes)[field])
  return before === undefined || after === undefined ? field : `${field}: ${wordOf(before)} → ${wordOf(after)}`
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const wordOf = (value: unknown): string =>
  value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** An entity that has a page in the console. */
export interface Linked {
  kind: EntityType
  id: string
}

/** The entity that an entry links to; null when it has no page, or is known to be deleted. */
export function linkedEntity(
  {entityType, entityId, organisationId}: Pick<AuditEntry, 'entityType' | 'entityId' | 'organisationId'>,
  deletedIds: ReadonlySet<string>,
): Linked | null {
  const kind = ENTITY_TYPES.find(type => type === entityType)
  if (kind === undefined || entityId === null) return null
  return deletedIds.has(entityId) || deletedIds.has(organisationId ?? '') ? null : {kind, id: entityId}
}

/** A deleted user still has a page. */
const LASTING_DELETIONS: readonly string[] = [
  'organisation.deleted',
  'customer.deleted',
  'device.deleted',
  'asset.deleted',
  'video.deleted',
]

export const deletedIds = (entries: readonly Pick<AuditEntry, 'action' | 'entityId'>[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({action, entityId}) => (LASTING_DELETIONS.includes(action) && entityId ? [entityId] : [])))

function timeFrom(text: string): EpochMs | null {
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  return isValidTime(at) ? at : null
}
