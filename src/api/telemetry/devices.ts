import * as z from 'zod/mini'
import {device} from '../../../contract/wire/entities/device'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {asAnyServerSends} from '../anyServer'
import type {Http, Options} from '../http'

/** A device as any server sends it; only its id is certain. */
export const anyDevice = asAnyServerSends(z.partial(device, {name: true}))

/** Loads the devices of one organisation, or all that the caller may see; the list tells no telemetry keys. */
export async function loadDevices(
  http: Http,
  {organisationId}: {organisationId: string | null},
  options: Options = {},
): Promise<DeviceEntry[]> {
  const devices = await http.get('/api/v0/device', z.array(anyDevice), {
    ...(organisationId === null ? {} : {params: {organisation_id: organisationId}}),
    ...options,
  })
  return devices.map(entryFrom)
}

export const entryFrom = (found: z.infer<typeof anyDevice>): DeviceEntry => ({
  id: found._id,
  name: found.name ?? found._id,
  label: found.label ?? null,
  type: found.type ?? null,
  customerId: found.customer_id ?? null,
  organisationId: found.organisation_id ?? null,
  keys: [],
  isRead: false,
})
