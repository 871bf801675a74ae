import * as z from 'zod/mini'
import {pageOrList} from '../../../contract/wire/list'
import {type RecordWire, record} from '../../../contract/wire/record'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import type {Body} from '../../domain/console/records/draft'
import type {CallOptions, Http} from '../http'

type Options = Pick<CallOptions, 'signal'>
type Kind = Description['kind']

/**
 * All that the caller may see of a kind, within one organisation where the kind belongs to one. Users of none have an empty
 * `organisationId`, for servers that offer `unassignedUsers`.
 */
export async function listRecords(
  http: Http,
  description: Description,
  organisationId: string,
  options: Options = {},
): Promise<ConsoleRecord[]> {
  const {path, params} = listOf(description.kind, organisationId)
  const found = await http.get(path, z.array(record), {params, ...options})
  return found.map(wire => recordFromWire(description, wire))
}

export interface PageQuestion {
  q: string
  /** A field's name, with a minus before it for the other way round. */
  sort: string
  limit: number
  cursor: string | null
}

export interface RecordPage {
  records: ConsoleRecord[]
  next: string | null
  total: number
  /** Whether it is the whole list in no order, whatever was asked for: not every list is paged by every server. */
  isWhole: boolean
}

/** For servers that offer `paging`. */
export async function listPage(
  http: Http,
  description: Description,
  organisationId: string,
  {q, sort, limit, cursor}: PageQuestion,
  options: Options = {},
): Promise<RecordPage> {
  const {path, params} = listOf(description.kind, organisationId)
  const asked = {...params, sort, limit, q: q === '' ? undefined : q, cursor: cursor ?? undefined}
  const answer = await http.get(path, recordList, {params: asked, ...options})
  const {items, next, total} = Array.isArray(answer) ? {items: answer, next: null, total: answer.length} : answer
  const records = items.map(wire => recordFromWire(description, wire))
  return {records, next, total, isWhole: Array.isArray(answer)}
}

const recordList = pageOrList(record)

export async function loadRecord(
  http: Http,
  description: Description,
  id: string,
  options: Options = {},
): Promise<ConsoleRecord> {
  return recordFromWire(description, await http.get(pathOf(description.kind, id), record, options))
}

/** `organisationId`: to which it will belong; empty for an organisation itself. */
export async function createRecord(
  http: Http,
  description: Description,
  {organisationId, body}: {organisationId: string; body: Body},
  options: Options = {},
): Promise<ConsoleRecord> {
  const {kind} = description
  const path = kind === 'user' ? '/api/v0/user/register' : `/api/v0/${kind}`
  const owner = kind === 'organisation' ? {} : {organisation_id: organisationId}
  return recordFromWire(description, await http.post(path, record, {body: {...body, ...owner}, ...options}))
}

/** Answered with 409, nothing changes: somebody has saved a newer version than `version`. */
export async function saveRecord(
  http: Http,
  description: Description,
  {id, body, version}: {id: string; body: Body; version: number | null},
  options: Options = {},
): Promise<ConsoleRecord> {
  const sent = version === null ? body : {...body, version}
  return recordFromWire(description, await http.put(pathOf(description.kind, id), record, {body: sent, ...options}))
}

export async function deleteRecord(
  http: Http,
  description: Description,
  id: string,
  options: Options = {},
): Promise<void> {
  await http.delete(pathOf(description.kind, id), z.unknown(), options)
}

const pathOf = (kind: Kind, id: string): string => `/api/v0/${kind}/${encodeURIComponent(id)}`

function listOf(kind: Kind, organisationId: string): {path: string; params: Record<string, string>} {
  switch (kind) {
    case 'organisation':
      return {path: '/api/v0/organisation', params: {}}
    case 'user':
      return {path: organisationId === '' ? UNASSIGNED_USERS : byOrganisation(kind, organisationId), params: {}}
    case 'customer':
      return {path: byOrganisation(kind, organisationId), params: {}}
    case 'device':
    case 'asset':
      return {path: `/api/v0/${kind}`, params: {organisation_id: organisationId}}
    default:
      return kind satisfies never
  }
}

const UNASSIGNED_USERS = '/api/v0/user/without-organisation'

const byOrganisation = (kind: Kind, organisationId: string): string =>
  `/api/v0/${kind}/by-org/${encodeURIComponent(organisationId)}`

function recordFromWire({fields}: Description, wire: RecordWire): ConsoleRecord {
  const values = fields.flatMap(field => {
    const sent = wire[field.wire]
    // Most fields of most records are left out, and refusing nothing takes as long as reading something.
    const value = sent === undefined ? undefined : json.safeParse(sent)
    return value?.success ? [[field.name, value.data] as const] : []
  })
  return {id: wire._id, version: wire.version ?? null, values: Object.fromEntries(values), counts: wire.counts ?? {}}
}

const json = z.json()
