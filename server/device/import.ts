import {and} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import {NAME_LENGTH} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import {
  type DeviceImportBody,
  type DeviceImportOutcome,
  type DeviceImportRow,
  deviceImportRow,
  NO_NEW_ID,
} from '../../contract/wire/entities/device'
import {lockEntities, withinReach} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {device, deviceCredentials} from '../database/schema/device'
import {holdOrganisation, NO_CUSTOMER} from '../store/place'
import {describe} from './repository'
import {ownCustomer} from './rules'
import {tokensInReach, unusable} from './tokensInUse'

export interface DeviceImport {
  /**
   * Returns an outcome for each row, in order. Throws 404 for an organisation out of the viewer's reach, and then makes
   * nothing.
   */
  run(caller: Caller, body: DeviceImportBody): Promise<DeviceImportOutcome[]>
}

export interface DeviceImportOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  onCreated: (ids: string[]) => void | Promise<void>
}

export function createDeviceImport({database, now, audit, onCreated}: DeviceImportOptions): DeviceImport {
  return {
    async run(caller, {organisation_id: id, rows}) {
      const {made, outcomes} = await database.db.transaction(async transaction => {
        const {name} = await holdOrganisation(transaction, caller, id)
        const defaults = {organisationId: id, customerId: ownCustomer(caller), createdAt: now()}
        const planned = await planAll(transaction, caller, defaults, checkRows(rows))
        const stored = await store(transaction, caller, planned)
        const {made, outcomes} = stored
        if (made.length > 0) {
          const whole = {entityType: 'organisation', entityId: id, entityName: name, organisationId: id} as const
          const detail = {created: made.length, refused: outcomes.filter(isRefusal).length}
          const each = made.map(({values}) => ({
            action: 'device.created' as const,
            entityType: 'device' as const,
            entityId: values.id,
            ...describe(values),
          }))
          await audit.record(transaction, caller, {action: 'device.imported', ...whole, detail}, ...each)
        }
        return stored
      })
      if (made.length > 0) await onCreated(made.map(({values}) => values.id))
      return outcomes
    },
  }
}

type Defaults = Pick<Planned['values'], 'organisationId' | 'customerId' | 'createdAt'>

async function planAll(
  transaction: Transaction,
  viewer: Viewer,
  defaults: Defaults,
  rows: readonly (DeviceImportRow | Refusal)[],
): Promise<(Planned | Refusal)[]> {
  const named = rows.flatMap(row => (isRefusal(row) || !row.customer_id ? [] : [row.customer_id]))
  const {organisationId} = defaults
  const held = await lockEntities(transaction, viewer, 'customer', {ids: named, organisationId})
  const customerIds = new Set(held.map(({id}) => id))
  return rows.map(row => (isRefusal(row) ? row : plan(row, defaults, customerIds)))
}

function plan(row: DeviceImportRow, defaults: Defaults, customerIds: ReadonlySet<string>): Planned | Refusal {
  const {_id: id = uuidv7(), name, type, label, customer_id, access_token: accessToken} = row
  if (customer_id && !customerIds.has(customer_id)) return {message: NO_CUSTOMER}
  const customerId = customer_id ?? defaults.customerId
  return {values: {...defaults, id, name, type, label, customerId}, accessToken}
}

interface Planned {
  values: {
    id: string
    name: string
    type: string | null | undefined
    label: string | null | undefined
    organisationId: string
    customerId: string | null
    createdAt: EpochMs
  }
  accessToken: string | undefined
}

interface Stored {
  /** The rows whose devices were created by this call. */
  made: Planned[]
  outcomes: DeviceImportOutcome[]
}

/**
 * Stores any number of rows in a few statements. Ids and tokens in use are only found when they are stored, because
 * other calls may take them in the meantime.
 */
async function store(transaction: Transaction, viewer: Viewer, rows: readonly (Planned | Refusal)[]): Promise<Stored> {
  const planned = rows.filter(isPlanned)
  const createdIds = await insertDevices(transaction, planned)
  const created = planned.filter(({values}) => createdIds.has(values.id))
  const refusedIds = await storeTokens(transaction, created)
  await transaction.delete(device).where(isAnyOf(device.id, [...refusedIds]))
  const refused = created.filter(({values}) => refusedIds.has(values.id))
  const shown = await tokensInReach(
    transaction,
    viewer,
    refused.flatMap(({accessToken}) => accessToken ?? []),
  )
  const inUse = planned.filter(({values}) => !createdIds.has(values.id))
  const repeatedIds = await findRepeated(transaction, viewer, inUse)
  return {
    made: created.filter(({values}) => !refusedIds.has(values.id)),
    outcomes: rows.map(row => {
      if (isRefusal(row)) return row
      const {id} = row.values
      if (refusedIds.has(id)) return shown.has(row.accessToken ?? '') ? TOKEN_IN_USE : TOKEN_UNUSABLE
      return createdIds.has(id) || repeatedIds.has(id) ? {_id: id} : ID_IN_USE
    }),
  }
}

const isPlanned = (row: Planned | Refusal): row is Planned => !isRefusal(row)

const ID_IN_USE: Refusal = {message: `_id: ${NO_NEW_ID}`}
const TOKEN_UNUSABLE: Refusal = {message: unusable('access_token')}
const TOKEN_IN_USE: Refusal = {message: 'access_token: is in use already'}

/**
 * Returns the ids of the devices that were created. The statement waits for other calls that store the same id, so the
 * rows are sorted to keep two calls from a deadlock.
 */
async function insertDevices(transaction: Transaction, planned: readonly Planned[]): Promise<Set<string>> {
  if (planned.length === 0) return new Set()
  const inserted = await transaction
    .insert(device)
    .values(planned.map(({values}) => values).sort((a, b) => compare(a.id, b.id)))
    .onConflictDoNothing({target: device.id})
    .returning({id: device.id})
  return new Set(inserted.map(({id}) => id))
}

/**
 * Returns the ids of the devices whose access token is in use. The rows are sorted to keep two calls from a deadlock.
 */
async function storeTokens(transaction: Transaction, created: readonly Planned[]): Promise<Set<string>> {
  const credentials = created.flatMap(({values: {id, createdAt}, accessToken}) =>
    accessToken === undefined ? [] : [{deviceId: id, credentialsValue: accessToken, createdAt}],
  )
  if (credentials.length === 0) return new Set()
  const stored = await transaction
    .insert(deviceCredentials)
    .values(credentials.sort((a, b) => compare(a.credentialsValue, b.credentialsValue)))
    .onConflictDoNothing()
    .returning({deviceId: deviceCredentials.deviceId})
  const storedIds = new Set(stored.map(({deviceId}) => deviceId))
  return new Set(credentials.map(({deviceId}) => deviceId).filter(id => !storedIds.has(id)))
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1)

/** Finds the rows whose id is in use because an earlier call has created the same device. */
async function findRepeated(transaction: Transaction, viewer: Viewer, rows: readonly Planned[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const {id, name, organisationId} = device
  const requested = new Map(rows.map(({values}) => [values.id, values]))
  const found = await transaction
    .select({id, name, organisationId})
    .from(device)
    .where(and(isAnyOf(id, [...requested.keys()]), withinReach(viewer, 'device')))
  const isAsked = (row: (typeof found)[number]) => {
    const values = requested.get(row.id)
    return values?.name === row.name && values.organisationId === row.organisationId
  }
  return new Set(found.filter(isAsked).map(row => row.id))
}

interface Refusal {
  message: string
}

/** Checks each row, in order. When rows share an id or access token, only the first may have it. */
export function checkRows(rows: readonly unknown[]): (DeviceImportRow | Refusal)[] {
  const taken = {_id: new Set<unknown>(), access_token: new Set<unknown>()}
  return rows.map(row => {
    const parsed = deviceImportRow.safeParse(row)
    if (!parsed.success) return {message: parsed.error.issues.map(explain).join('; ')}
    const given = ONE_ROW_ALONE.filter(field => parsed.data[field] !== undefined)
    const repeated = given.find(field => taken[field].has(parsed.data[field]))
    if (repeated !== undefined) return {message: `${repeated}: another row has it, too`}
    for (const field of given) taken[field].add(parsed.data[field])
    return parsed.data
  })
}

const ONE_ROW_ALONE = ['_id', 'access_token'] as const

const isRefusal = (row: object): row is Refusal => 'message' in row

type Issue = NonNullable<ReturnType<typeof deviceImportRow.safeParse>['error']>['issues'][number]

function explain(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `There is no field ${String(issue.keys).slice(0, NAME_LENGTH)}`
  return `${issue.path.join('.')}: ${issue.message}`
}
