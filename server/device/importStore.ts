import {and} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import {type DeviceImportOutcome, NO_NEW_ID} from '../../contract/wire/entities/device'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {device, deviceCredentials} from '../database/schema'
import {isRefusal, type Refusal} from './importRows'
import {tokensInReach, unusable} from './tokensInUse'

export interface Planned {
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
export async function store(
  transaction: Transaction,
  viewer: Viewer,
  rows: readonly (Planned | Refusal)[],
): Promise<Stored> {
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
