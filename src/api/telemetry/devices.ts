import * as z from 'zod/mini'
import {deviceCalls} from '../../../contract/wire/entities/device'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {asAnyServerSends} from '../anyServer'
import type {Http, Options} from '../http'

/** A device as any server sends it; only its id is certain. */
export const anyDevice = asAnyServerSends(z.partial(deviceCalls.read.answer, {name: true}))

/** Loads the devices of one organisation, or all that the caller may see; the list tells no telemetry keys. */
export async function loadDevices(
  http: Http,
  {organisationId}: {organisationId: string | null},
  options: Options = {},
): Promise<DeviceEntry[]> {
  const query = organisationId === null ? {} : {organisationId}
  const devices = await http.call({...deviceCalls.list, answer: z.array(anyDevice)}, {query, ...options})
  return devices.map(entryFrom)
}

export const entryFrom = (found: z.infer<typeof anyDevice>): DeviceEntry => ({
  id: found.id,
  name: found.name ?? found.id,
  label: found.label ?? null,
  type: found.type ?? null,
  customerId: found.customerId ?? null,
  organisationId: found.organisationId ?? null,
  keys: [],
  isRead: false,
})
