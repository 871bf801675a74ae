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
    return credentialsFrom(
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
  return created === null ? null : credentialsFrom(created, http.clock)
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
  const body = {credentialsValue: accessToken, formerUntil, expiresAt}
  const asked = {params: {id: deviceId}, body, ...options}
  return credentialsFrom(await http.call({...routes.rotateCredentials, answer: anyCredentials}, asked), http.clock)
}

/** The server must have the addition `rotation`. */
export async function setExpiry(
  http: Http,
  {deviceId, expiresAt}: {deviceId: string} & Pick<Ends, 'expiresAt'>,
  options: Options = {},
): Promise<DeviceCredentials> {
  const asked = {params: {id: deviceId}, body: {expiresAt}, ...options}
  return credentialsFrom(await http.call({...routes.setCredentialsExpiry, answer: anyCredentials}, asked), http.clock)
}

/** Throws an `ApiError` with status 404 when there is no former token. The server must have the addition `rotation`. */
export async function endFormerToken(http: Http, {deviceId}: {deviceId: string}, options: Options = {}): Promise<void> {
  await http.call(routes.endFormerCredentials, {params: {id: deviceId}, ...options})
}

const bodyOf = (accessToken: string) => ({credentialsType: 'ACCESS_TOKEN', credentialsValue: accessToken}) as const

const anyCredentials = asAnyServerSends(routes.deviceCredentials)

function credentialsFrom(
  {credentialsValue, createdAt, expiresAt, formerUntil}: z.infer<typeof anyCredentials>,
  clock: Http['clock'],
): DeviceCredentials {
  const toClient = (at: EpochMs | null | undefined) => (at === null || at === undefined ? null : clock.toClient(at))
  return {
    accessToken: credentialsValue,
    createdAt: toClient(createdAt),
    expiresAt: toClient(expiresAt),
    formerUntil: toClient(formerUntil),
  }
}
