import * as z from 'zod/mini'
import {
  NOTES_ATTRIBUTE,
  type NotesWrite,
  notesFrom,
  type StoredNotes,
  storedValue,
} from '../../../contract/rules/lists/annotations'
import {NO_LIST} from '../../../contract/rules/lists/storedList'
import {type PlainValue, plainValue} from '../../../contract/rules/series/point'
import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import {type Json, json} from '../../../contract/wire/common'
import {
  ATTRIBUTE_SCOPES,
  createAttribute,
  listAttributes,
  writeAttribute,
} from '../../../contract/wire/entities/attribute'
import {deviceCalls} from '../../../contract/wire/entities/device'
import type {DeviceFacts, FactsQuestion} from '../../domain/telemetry/devices/deviceFacts'
import {orNull} from '../anyServer'
import {type AnyAttribute, anyAttribute, ownerParams} from '../attributeJson'
import type {Http, Options} from '../http'
import {loadCustomerName} from './customers'
import {anyDevice} from './devices'

/** Loads what is known of a device besides its telemetry. A customer that can't be read is left out. */
export async function loadDeviceFacts(
  http: Http,
  {deviceId, mayReadCustomer}: Pick<FactsQuestion, 'deviceId'> & {mayReadCustomer: boolean},
  options: Options = {},
): Promise<DeviceFacts> {
  const [device, attributes] = await Promise.all([
    http.call({...deviceCalls.read, answer: anyDevice}, {params: {id: deviceId}, ...options}),
    attributesOf(http, deviceId, options),
  ])
  const {createdAt, customerId} = device
  return {
    createdAt: typeof createdAt === 'number' ? http.clock.toClient(createdAt) : null,
    customer: customerId && mayReadCustomer ? await loadCustomerName(http, customerId, options) : null,
    attributes: plainOf(attributes),
    notes: notesIn(attributes),
  }
}

/** Asks for all attributes, because browsers report each call for one that doesn't exist as a failure. */
export const loadNotes = async (http: Http, {deviceId}: {deviceId: string}, options: Options = {}) =>
  notesIn(await attributesOf(http, deviceId, options))

/** Throws an `ApiError` with status 409 when another user has written the notes since they were read. */
export async function saveNotes(
  http: Http,
  {deviceId, stored}: NotesWrite,
  options: Options = {},
): Promise<StoredNotes> {
  const value = storedValue(stored)
  const scope = ATTRIBUTE_SCOPES.server
  const owner = ownerParams({kind: 'device', id: deviceId})
  const answer = orNull(anyAttribute)
  const version = stored.version === null ? {} : {version: stored.version}
  const written = stored.exists
    ? await http.call(
        {...writeAttribute, answer},
        {params: {...owner, scope, attributeKey: NOTES_ATTRIBUTE}, body: {json_v: value, ...version}, ...options},
      )
    : await http.call(
        {...createAttribute, answer},
        {params: owner, body: {attributeKey: NOTES_ATTRIBUTE, attributeType: scope, json_v: value}, ...options},
      )
  return {...stored, exists: true, version: written?.version ?? null}
}

const attributesOf = (http: Http, deviceId: string, options: Options) =>
  http.call(
    {...listAttributes, answer: z.array(anyAttribute)},
    {params: ownerParams({kind: 'device', id: deviceId}), ...options},
  )

function notesIn(attributes: readonly AnyAttribute[]): StoredNotes {
  const found = attributes.find(
    ({attributeType, attributeKey}) => attributeType === ATTRIBUTE_SCOPES.server && attributeKey === NOTES_ATTRIBUTE,
  )
  if (found === undefined) return NO_LIST
  return notesFrom(jsonOf(found.json_v), found.version ?? null)
}

const jsonOf = (value: unknown): Json | undefined => json.safeParse(value).data

/** What the device itself writes is no fact about it, and what has a meaning of its own is shown elsewhere. */
const OWN_PLACE: readonly string[] = [NOTES_ATTRIBUTE, UNITS_ATTRIBUTE]

function plainOf(attributes: readonly AnyAttribute[]): DeviceFacts['attributes'] {
  return attributes
    .flatMap(({attributeType, attributeKey: key, json_v, ...typed}) => {
      const value: PlainValue = plainValue(typed)
      if (attributeType === ATTRIBUTE_SCOPES.client || OWN_PLACE.includes(key) || value === null) return []
      return json_v === undefined || json_v === null ? [{key, value}] : []
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}
