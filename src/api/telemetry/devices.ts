import * as z from 'zod/mini'
import {device} from '../../../contract/wire/device'
import type {DeviceEntry} from '../../domain/telemetry/device'
import type {CallOptions, Http} from '../http'

/** The devices of one organisation, or all that the caller may see; without their keys, which the list doesn't tell. */
export async function loadDevices(
  http: Http,
  {organisationId, signal}: {organisationId: string | null} & Pick<CallOptions, 'signal'>,
): Promise<DeviceEntry[]> {
  const devices = await http.get('/api/v0/device', z.array(device), {
    ...(organisationId === null ? {} : {params: {organisation_id: organisationId}}),
    ...(signal === undefined ? {} : {signal}),
  })
  return devices.map(({_id, name, label, type}) => ({
    id: _id,
    name,
    label: label ?? null,
    type: type ?? null,
    keys: [],
    isRead: false,
  }))
}
