import * as z from 'zod/mini'
import {
  type DeviceImportRow,
  deviceCalls,
  deviceImportRow,
  importDevices as importRoute,
} from '../../../contract/wire/entities/device'
import {type InClientNames, inWireNames} from '../../../contract/wire/names'
import type {NewDevice} from '../../domain/console/deviceImport/check'
import {asAnyServerSends} from '../anyServer'
import {ApiError, unexpectedAnswer} from '../errors'
import type {Http, Options} from '../http'
import {createCredentials, loadCredentials} from './credentials'

/** The id of the device that was made, or the reason why none was. */
export type Import = {deviceId: string} | {message: string}

/**
 * Sends all devices in one call to a server with additions. The answer has an item for each, in order. A device
 * that was already made by an earlier call gets the same answer again.
 */
export async function importDevices(
  http: Http,
  {organisationId, made}: {organisationId: string; made: readonly NewDevice[]},
  options: Options = {},
): Promise<Import[]> {
  const body = {organisationId, rows: made.map(device => inWireNames(deviceImportRow, sentOf(device)))}
  const {outcomes} = await http.call(importRoute, {body, ...options})
  if (outcomes.length !== made.length) throw unexpectedAnswer(`POST ${importRoute.path}`, 200, outcomes)
  return outcomes.map(outcome => ('id' in outcome ? {deviceId: outcome.id} : outcome))
}

/** Creates a device without credentials, and returns its id. A repeated call creates another device. */
export async function importDevice(
  http: Http,
  {organisationId, device}: {organisationId: string; device: NewDevice},
  options: Options = {},
): Promise<string> {
  const {id: _id, accessToken: _, ...fields} = sentOf(device)
  const body = {...fields, organisationId}
  return (await http.call({...deviceCalls.create, answer: madeDevice}, {body, ...options})).id
}

const madeDevice = asAnyServerSends(z.pick(deviceCalls.read.answer, {_id: true}))

/**
 * Gives a device its access token. Does nothing when the device already has the same token, and throws an `ApiError`
 * with status 409 when it has another.
 */
export async function ensureCredentials(
  http: Http,
  credentials: {deviceId: string; accessToken: string},
  options: Options = {},
): Promise<void> {
  try {
    await createCredentials(http, credentials, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const found = await loadCredentials(http, credentials, options)
    if (found?.accessToken !== credentials.accessToken) throw error
  }
}

const sentOf = ({customerId, accessToken, ...device}: NewDevice): InClientNames<DeviceImportRow> => ({
  ...device,
  ...(customerId === null ? {} : {customerId}),
  ...(accessToken === null ? {} : {accessToken}),
})
