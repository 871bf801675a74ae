import * as z from 'zod/mini'
import type {EpochMs} from '../../../contract/wire/common'
import {type CredentialsBody, type CredentialsRotation, deviceCredentials} from '../../../contract/wire/device'
import type {DeviceCredentials} from '../../domain/console/deviceCredentials'
import {asAnyServerSends, orNull} from '../anyServer'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'
import type {Server} from '../server'

/** Null when the device has no credentials. */
export async function loadCredentials(
  {http, clock}: Server,
  deviceId: string,
  options: Options = {},
): Promise<DeviceCredentials | null> {
  try {
    return credentialsFromWire(await http.get(pathOf(deviceId), anyCredentials, options), clock)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/**
 * Throws an `ApiError` with status 409 when the device has credentials. Null means that they were created and the
 * server hasn't sent them back.
 */
export async function createCredentials(
  {http, clock}: Server,
  {deviceId, accessToken}: {deviceId: string; accessToken: string},
  options: Options = {},
): Promise<DeviceCredentials | null> {
  const body = bodyOf(accessToken)
  const created = await http.post(pathOf(deviceId), orNull(anyCredentials), {body, ...options})
  return created === null ? null : credentialsFromWire(created, clock)
}

/** Throws an `ApiError` with status 404 when the device has no credentials, and 409 when they have been replaced. */
export async function deleteCredentials(
  http: Http,
  {deviceId, accessToken}: {deviceId: string; accessToken: string},
  options: Options = {},
): Promise<void> {
  await http.delete(pathOf(deviceId), z.unknown(), {body: bodyOf(accessToken), ...options})
}

/** When what ends; null when it doesn't. Times are on the server's clock. */
interface Ends {
  formerUntil: EpochMs | null
  expiresAt: EpochMs | null
}

/** Throws an `ApiError` with status 404 without credentials. The server must offer `rotation`. */
export async function replaceCredentials(
  {http, clock}: Server,
  {deviceId, accessToken, formerUntil, expiresAt}: {deviceId: string; accessToken: string} & Ends,
  options: Options = {},
): Promise<DeviceCredentials> {
  const body: CredentialsRotation = {
    ...{credentials_value: accessToken, former_until: formerUntil, expires_at: expiresAt},
  }
  const replaced = await http.post(`${pathOf(deviceId)}/rotation`, anyCredentials, {body, ...options})
  return credentialsFromWire(replaced, clock)
}

/** The server must have the addition `rotation`. */
export async function setExpiry(
  {http, clock}: Server,
  {deviceId, expiresAt}: {deviceId: string} & Pick<Ends, 'expiresAt'>,
  options: Options = {},
): Promise<DeviceCredentials> {
  const body = {expires_at: expiresAt}
  return credentialsFromWire(await http.put(`${pathOf(deviceId)}/expiry`, anyCredentials, {body, ...options}), clock)
}

/** Throws an `ApiError` with status 404 when there is no former token. The server must have the addition `rotation`. */
export async function endFormerToken(http: Http, deviceId: string, options: Options = {}): Promise<void> {
  await http.delete(`${pathOf(deviceId)}/former`, z.unknown(), options)
}

const pathOf = (deviceId: string): string => `/api/v0/device/${encodeURIComponent(deviceId)}/credentials`

const bodyOf = (accessToken: string): CredentialsBody => ({
  credentials_type: 'ACCESS_TOKEN',
  credentials_value: accessToken,
})

const anyCredentials = asAnyServerSends(deviceCredentials)

function credentialsFromWire(
  {credentials_value, createdAt, expires_at, former_until}: z.infer<typeof anyCredentials>,
  clock: Server['clock'],
): DeviceCredentials {
  const toClient = (at: EpochMs | null | undefined) => (at === null || at === undefined ? null : clock.toClient(at))
  return {
    accessToken: credentials_value,
    createdAt: toClient(createdAt),
    expiresAt: toClient(expires_at),
    formerUntil: toClient(former_until),
  }
}
