import * as z from 'zod/mini'
import {json, type Milliseconds} from '../../../contract/wire/common'
import {assetCalls} from '../../../contract/wire/entities/asset'
import {customerCalls} from '../../../contract/wire/entities/customer'
import {deviceCalls} from '../../../contract/wire/entities/device'
import {organisationCalls} from '../../../contract/wire/entities/organisation'
import {pageOrList} from '../../../contract/wire/list'
import {inWireNames} from '../../../contract/wire/names'
import {listUnassignedUsers, listUsers, readUser} from '../../../contract/wire/people/user'
import {changeUser, createUser, deleteUser, endUserSessions, inviteUser} from '../../../contract/wire/people/userChange'
import type {Route} from '../../../contract/wire/route'
import type {ConsoleRecord, Counts, Description} from '../../domain/console/records/description'
import type {Values} from '../../domain/console/records/draft'
import type {Filter} from '../../domain/console/records/list/filters'
import type {PageQuestion, RecordPage, RecordQuestion} from '../../domain/console/records/questions'
import {anyAnswer, asAnyServerSends, orNull} from '../anyServer'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'
import {anyDevice} from '../telemetry/devices'

type Kind = Description['kind']

interface RecordsQuestion {
  description: Description
  organisationId: string
  isSeen?: boolean
}

/**
 * Loads all records of a kind that the caller may see, limited to one organisation if the kind belongs to one. An empty
 * `organisationId` lists users without an organisation, which needs a server with additions.
 */
export async function listRecords(
  http: Http,
  {description, organisationId}: RecordsQuestion,
  options: Options = {},
): Promise<ConsoleRecord[]> {
  const {route, params, query} = listOf(description.kind, organisationId)
  const asked = {params, query, ...options}
  const found = await http.call({...route, answer: z.array(answerOf(description))}, asked)
  return found.map(wire => recordFrom(description, wire))
}

export interface PageAsked extends Omit<PageQuestion, 'isPaging'> {
  limit: number
  /** A device that was last seen longer ago than this is late. */
  lateAfter: Milliseconds
}

/**
 * Loads one page, which needs a server with additions. `isWhole` is true when the server has sent the whole list.
 */
export async function listPage(
  http: Http,
  {description, organisationId, view, limit, lateAfter, cursor, isSeen}: PageAsked,
  options: Options = {},
): Promise<Omit<RecordPage, 'readAt'>> {
  const {kind} = description
  const {route, params, query} = listOf(kind, organisationId)
  const asked = {
    params,
    query: {
      ...query,
      ...filterParams(view.filters, lateAfter),
      ...(kind === 'customer' ? {with: 'counts'} : seenToo(isSeen)),
      sort: view.sort === 'lastSeen' && !isSeen ? description.nameField : view.sort,
      limit,
      q: view.q === '' ? undefined : view.q,
      cursor: cursor ?? undefined,
    },
    ...options,
  }
  const answer = await http.call({...route, answer: pageOrList(answerOf(description))}, asked)
  const {items, next, total} = Array.isArray(answer) ? {items: answer, next: null, total: answer.length} : answer
  const records = items.map(wire => recordFrom(description, wire))
  return {records, next, total, isWhole: Array.isArray(answer)}
}

const seenToo = (isSeen: boolean): {with?: string} => (isSeen ? {with: 'last_seen'} : {})

/** A time keeps what was created since then. */
function filterParams(filters: readonly Filter[], lateAfter: Milliseconds): Params {
  const params = filters.map(({name, value}): Params => {
    if (name === 'createdAt') return {createdSince: Date.parse(value)}
    return name === 'status' ? {status: value, lateAfter: Math.ceil(lateAfter)} : {[name]: value}
  })
  return Object.assign({}, ...params)
}

type Params = Readonly<Record<string, string | number>>

export async function loadRecord(
  http: Http,
  {description, id}: RecordQuestion,
  options: Options = {},
): Promise<ConsoleRecord> {
  const route = {...CALLS[description.kind].read, answer: answerOf(description)}
  return recordFrom(description, await http.call(route, {params: {id}, ...options}))
}

/** Has the mail sent again to a user who was invited. */
export async function inviteAgain(http: Http, {id}: {id: string}, options: Options = {}): Promise<void> {
  await http.call(inviteUser, {params: {id}, ...options})
}

/** Ends all sessions of a user; needs a server with additions. */
export async function signOutEverywhere(http: Http, {id}: {id: string}, options: Options = {}): Promise<void> {
  await http.call(endUserSessions, {params: {id}, ...options})
}

/**
 * `organisationId` is the organisation that the record will belong to; it is empty for an organisation itself. Null
 * means that the record was created and the server hasn't sent it back.
 */
export async function createRecord(
  http: Http,
  {description, organisationId, values}: {description: Description; organisationId: string; values: Values},
  options: Options = {},
): Promise<ConsoleRecord | null> {
  const {kind} = description
  const body = {...values, ...(kind === 'organisation' ? {} : {organisationId})}
  const created = await http.call({...CALLS[kind].create, answer: orNull(answerOf(description))}, {body, ...options})
  return created === null ? null : recordFrom(description, created)
}

/**
 * Sends all saved fields of `record`, with `changes` applied. Throws an `ApiError` with status 409 when another user
 * has saved a newer version; nothing is changed then.
 */
export async function saveRecord(
  http: Http,
  {description, record, changes}: {description: Description; record: ConsoleRecord; changes: Values},
  options: Options = {},
): Promise<void> {
  const {kind} = description
  const {id, version} = record
  const {change, read} = CALLS[kind]
  const values = {...savedValues(description, record), ...changes, ...(version === null ? {} : {version})}
  // A field that can't be changed goes back by the name by which it came.
  const body = inWireNames(read.answer, values)
  await http.call({...change, answer: anyAnswer}, {params: {id}, body, ...options})
}

/**
 * Assigns a record to a customer, or to none, and keeps changes that others have made in the meantime. The record is
 * loaded first when the server counts no versions, and again when there is a newer version.
 */
export async function assignRecord(
  http: Http,
  {description, record, customerId}: {description: Description; record: ConsoleRecord; customerId: string | null},
  options: Options = {},
): Promise<void> {
  const newest = () => loadRecord(http, {description, id: record.id}, options)
  const save = (known: ConsoleRecord) => saveRecord(http, {description, record: known, changes: {customerId}}, options)
  let known = record.version === null ? await newest() : record
  for (;;) {
    try {
      return await save(known)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      const newer = await newest()
      if (newer.version === known.version) throw error
      known = newer
    }
  }
}

export async function deleteRecord(
  http: Http,
  {description, id}: RecordQuestion,
  options: Options = {},
): Promise<void> {
  await http.call(CALLS[description.kind].remove, {params: {id}, ...options})
}

/** The path or the query names the organisation, if the kind belongs to one. */
function listOf(kind: Kind, organisationId: string) {
  const isOwned = kind === 'device' || kind === 'asset'
  return {
    route: kind === 'user' && organisationId === '' ? listUnassignedUsers : CALLS[kind].list,
    params: {id: organisationId},
    query: isOwned ? {organisationId} : {},
  }
}

/** Leaves out counts. The version is a count too, and is sent separately. */
function savedValues({fields, saved}: Description, {values}: ConsoleRecord): Values {
  const sent = fields.filter(({name, kind}) => kind !== 'count' && (saved?.includes(name) ?? true))
  return Object.fromEntries(
    sent.flatMap(({name}) => {
      const value = values[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The parts of an entity that are not described as fields. */
interface Entity {
  id: string
  version?: number | null | undefined
  counts?: Counts | undefined
  lastSeen?: number | null | undefined
}

const answerOf = ({kind}: Description): z.ZodMiniType<Entity> => ANSWERS[kind]

function recordFrom({fields}: Description, entity: Entity): ConsoleRecord {
  const {id, version, counts, lastSeen, ...sent} = entity
  const byName: Readonly<Record<string, unknown>> = {...sent, version}
  const values = fields.flatMap(({name}) => {
    const value = byName[name]
    // Most records lack most fields, and a failed parse costs as much as a successful one.
    const read = value === undefined ? undefined : json.safeParse(value)
    return read?.success ? [[name, read.data] as const] : []
  })
  const record = {id, version: version ?? null, values: Object.fromEntries(values), counts: counts ?? {}}
  return lastSeen === undefined ? record : {...record, lastSeen}
}

interface OfId extends Route {
  readonly path: `${string}/:id`
}

interface Calls {
  readonly list: Route & {readonly query: z.ZodMiniType}
  readonly create: Route & {readonly body: z.ZodMiniType}
  readonly read: OfId
  readonly change: OfId & {readonly body: z.ZodMiniType}
  readonly remove: OfId
}

const CALLS: Readonly<Record<Kind, Calls>> = {
  asset: assetCalls,
  customer: customerCalls,
  device: deviceCalls,
  organisation: organisationCalls,
  user: {list: listUsers, create: createUser, read: readUser, change: changeUser, remove: deleteUser},
}

/** The schema of each kind. For other servers only the id is certain to be there. */
const ANSWERS = {
  asset: asAnyServerSends(z.partial(assetCalls.read.answer, {name: true})),
  customer: asAnyServerSends(z.partial(customerCalls.read.answer, {email: true})),
  device: anyDevice,
  organisation: asAnyServerSends(z.partial(organisationCalls.read.answer, {title: true})),
  user: asAnyServerSends(z.partial(readUser.answer, {email: true, authority: true})),
} satisfies Record<Kind, z.ZodMiniType>
