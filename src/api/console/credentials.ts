import type * as z from 'zod/mini'
import type {EpochMs} from '../../../contract/wire/common'
import * as routes from '../../../contract/wire/entities/device'
import type {DeviceCredentials} from '../../domain/console/deviceCredentials'
import {asAnyServerSends, orNull} from '../anyServer'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'

/** Null when the device has no credentials. */
export async function loadCredentials(
  http: Http,
  {deviceId}: {deviceId: string},
  options: Options = {},
): Promise<DeviceCredentials | null> {
  try {
    return credentialsFromWire(
      await http.call({...routes.readCredentials, answer: anyCredentials}, {params: {id: deviceId}, ...options}),
      http.clock,
    )
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
  http: Http,
  {deviceId, accessToken}: {deviceId: string; accessToken: string},
  options: Options = {},
): Promise<DeviceCredentials | null> {
  const asked = {params: {id: deviceId}, body: bodyOf(accessToken), ...options}
  const created = await http.call({...routes.createCredentials, answer: orNull(anyCredentials)}, asked)
  return created === null ? null : credentialsFromWire(created, http.clock)
}

/** Throws an `ApiError` with status 404 when the device has no credentials, and 409 when they have been replaced. */
export async function deleteCredentials(
  http: Http,
  {deviceId, accessToken}: {deviceId: string; accessToken: string},
  options: Options = {},
): Promise<void> {
  await http.call(routes.deleteCredentials, {params: {id: deviceId}, body: bodyOf(accessToken), ...options})
}

/** When what ends; null when it doesn't. Times are on the server's clock. */
interface Ends {
  formerUntil: EpochMs | null
  expiresAt: EpochMs | null
}

/** Throws an `ApiError` with status 404 without credentials. The server must offer `rotation`. */
export async function replaceCredentials(
  http: Http,
  {deviceId, accessToken, formerUntil, expiresAt}: {deviceId: string; accessToken: string} & Ends,
  options: Options = {},
): Promise<DeviceCredentials> {
  const body = {credentials_value: accessToken, former_until: formerUntil, expires_at: expiresAt}
  const asked = {params: {id: deviceId}, body, ...options}
  return credentialsFromWire(await http.call({...routes.rotateCredentials, answer: anyCredentials}, asked), http.clock)
}

/** The server must have the addition `rotation`. */
export async function setExpiry(
  http: Http,
  {deviceId, expiresAt}: {deviceId: string} & Pick<Ends, 'expiresAt'>,
  options: Options = {},
): Promise<DeviceCredentials> {
  const asked = {params: {id: deviceId}, body: {expires_at: expiresAt}, ...options}
  return credentialsFromWire(
    await http.call({...routes.setCredentialsExpiry, answer: anyCredentials}, asked),
    http.clock,
  )
}

/** Throws an `ApiError` with status 404 when there is no former token. The server must have the addition `rotation`. */
export async function endFormerToken(http: Http, {deviceId}: {deviceId: string}, options: Options = {}): Promise<void> {
  await http.call(routes.endFormerCredentials, {params: {id: deviceId}, ...options})
}

const bodyOf = (accessToken: string) => ({credentials_type: 'ACCESS_TOKEN', credentials_value: accessToken}) as const

const anyCredentials = asAnyServerSends(routes.deviceCredentials)

function credentialsFromWire(
  {credentials_value, createdAt, expires_at, former_until}: z.infer<typeof anyCredentials>,
  clock: Http['clock'],
): DeviceCredentials {
  const toClient = (at: EpochMs | null | undefined) => (at === null || at === undefined ? null : clock.toClient(at))
  return {
    accessToken: credentials_value,
    createdAt: toClient(createdAt),
    expiresAt: toClient(expires_at),
    formerUntil: toClient(former_until),
  }
}
