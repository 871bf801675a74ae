import * as z from 'zod/mini'
import {device} from '../../../contract/wire/device'
import type {DeviceEntry} from '../../domain/telemetry/device'
import {asAnyServerSends} from '../anyServer'
import type {CallOptions, Http} from '../http'

/** A device as any server sends it; only its id is certain. */
export const anyDevice = asAnyServerSends(z.partial(device, {name: true}))

/** Loads the devices of one organisation, or all that the caller may see; the list tells no telemetry keys. */
export async function loadDevices(
  http: Http,
  {organisationId, signal}: {organisationId: string | null} & Pick<CallOptions, 'signal'>,
): Promise<DeviceEntry[]> {
  const devices = await http.get('/api/v0/device', z.array(anyDevice), {
    ...(organisationId === null ? {} : {params: {organisation_id: organisationId}}),
    ...(signal === undefined ? {} : {signal}),
  })
  return devices.map(({_id, name, label, type, customer_id, organisation_id}) => ({
    id: _id,
    name: name ?? _id,
    label: label ?? null,
    type: type ?? null,
    customerId: customer_id ?? null,
    organisationId: organisation_id ?? null,
    keys: [],
    isRead: false,
  }))
}
