import * as z from 'zod/mini'
import {type DeviceImportRow, deviceImportAnswer, device as deviceWire} from '../../../contract/wire/device'
import type {NewDevice} from '../../domain/console/deviceImport/check'
import {asAnyServerSends} from '../anyServer'
import {ApiError, unexpectedAnswer} from '../errors'
import type {CallOptions, Http} from '../http'
import type {ServerClock} from '../serverClock'
import {createCredentials, loadCredentials} from './credentials'

type Options = Pick<CallOptions, 'signal'>

/** What was made, or why nothing was. */
export type Import = {deviceId: string} | {message: string}

/** For servers that offer `imports`: all in one call, an answer for each in order. What was made before is answered the same. */
export async function importDevices(
  http: Http,
  {organisationId, made}: {organisationId: string; made: readonly NewDevice[]},
  options: Options = {},
): Promise<Import[]> {
  const path = '/api/v0/device/import'
  const body = {organisation_id: organisationId, rows: made.map(device => ({_id: device.id, ...toWire(device)}))}
  const {outcomes} = await http.post(path, deviceImportAnswer, {body, ...options})
  if (outcomes.length !== made.length) throw unexpectedAnswer(`POST ${path}`, 200, outcomes)
  return outcomes.map(outcome => ('_id' in outcome ? {deviceId: outcome._id} : outcome))
}

/** The id of the new device, which has no credentials yet. */
export async function importDevice(
  http: Http,
  {organisationId, device}: {organisationId: string; device: NewDevice},
  options: Options = {},
): Promise<string> {
  const {access_token: _, ...fields} = toWire(device)
  const body = {...fields, organisation_id: organisationId}
  return (await http.post('/api/v0/device', madeDevice, {body, ...options}))._id
}

const madeDevice = asAnyServerSends(z.pick(deviceWire, {_id: true}))

interface Server {
  http: Http
  clock: Pick<ServerClock, 'toClient'>
}

/** Gives a device its access token, unless it has that very one already. */
export async function ensureCredentials(
  server: Server,
  credentials: {deviceId: string; accessToken: string},
  options: Options = {},
): Promise<void> {
  try {
    await createCredentials(server, credentials, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const found = await loadCredentials(server, credentials.deviceId, options)
    if (found?.accessToken !== credentials.accessToken) throw error
  }
}

const toWire = ({name, type, label, customerId, accessToken}: NewDevice): DeviceImportRow => ({
  name,
  type,
  label,
  ...(customerId === null ? {} : {customer_id: customerId}),
  ...(accessToken === null ? {} : {access_token: accessToken}),
})
