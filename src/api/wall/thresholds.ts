import * as z from 'zod/mini'
import {
  NO_THRESHOLDS,
  nearestThresholds,
  THRESHOLDS_ATTRIBUTE,
  type Thresholds,
  thresholdsFrom,
} from '../../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES, attribute} from '../../../contract/wire/attribute'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {DeviceEntry} from '../../domain/telemetry/device'
import type {ThresholdsByDevice} from '../../domain/wall/conditions'
import {asAnyServerSends} from '../anyServer'
import {attributeJson} from '../attributeJson'
import type {CallOptions, Http} from '../http'

type Options = Pick<CallOptions, 'signal'>

interface Question {
  organisationId: string | null
  devices: readonly DeviceEntry[]
  capabilities: Capabilities
}

/**
 * Loads the thresholds that hold for each device: its own, its customer's and its organisation's. Those of devices need
 * the addition `attributes`: asking each of a thousand devices would be too much.
 */
export async function loadThresholds(
  http: Http,
  question: Question,
  options: Options = {},
): Promise<ThresholdsByDevice> {
  const {organisationId, devices, capabilities} = question
  const customerIds = [...new Set(devices.flatMap(({customerId}) => customerId ?? []))]
  const [ofAll, ofCustomers, ofDevices] = await Promise.all([
    organisationId === null ? NO_THRESHOLDS.thresholds : ownThresholds(http, 'organisation', organisationId, options),
    Promise.all(customerIds.map(async id => [id, await ownThresholds(http, 'customer', id, options)] as const)),
    capabilities.attributes === true
      ? thresholdsOfDevices(http, organisationId, options)
      : new Map<string, Thresholds>(),
  ])
  const byCustomer = new Map(ofCustomers)
  const {thresholds: none} = NO_THRESHOLDS
  return new Map(
    devices.map(({id, customerId}) => [
      id,
      nearestThresholds(ofAll, byCustomer.get(customerId ?? '') ?? none, ofDevices.get(id) ?? none),
    ]),
  )
}

/** All attributes are asked for, because browsers report each call for one that doesn't exist as a failure. */
async function ownThresholds(
  http: Http,
  kind: 'organisation' | 'customer',
  id: string,
  options: Options,
): Promise<Thresholds> {
  const path = `/api/v0/attribute/${kind}/${encodeURIComponent(id)}`
  const found = (await http.get(path, z.array(anyAttribute), options)).find(isThresholds)
  return found === undefined ? NO_THRESHOLDS.thresholds : thresholdsFrom(attributeJson(found)).thresholds
}

async function thresholdsOfDevices(http: Http, organisationId: string | null, options: Options) {
  const params = {keys: THRESHOLDS_ATTRIBUTE, ...(organisationId === null ? {} : {organisation_id: organisationId})}
  const found = await http.get('/api/v0/attribute/device/values', z.array(anyAttribute), {params, ...options})
  return new Map(
    found.filter(isThresholds).map(wire => [wire.entityId ?? '', thresholdsFrom(attributeJson(wire)).thresholds]),
  )
}

const anyAttribute = asAnyServerSends(z.partial(attribute, {id: true, entityId: true, lastUpdateTs: true}))

const isThresholds = ({attributeKey, attributeType}: {attributeKey: string; attributeType: number}): boolean =>
  attributeKey === THRESHOLDS_ATTRIBUTE && attributeType === ATTRIBUTE_SCOPES.shared
