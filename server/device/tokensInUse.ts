import {and, eq} from 'drizzle-orm'
import {EASY_TO_GUESS} from '../../contract/wire/people/accessToken'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {device, deviceCredentials} from '../database/schema/device'

/** The tokens that a device within reach has. Nobody may learn the tokens of other devices. */
export async function tokensInReach(
  transaction: Transaction,
  viewer: Viewer,
  accessTokens: readonly string[],
): Promise<Set<string>> {
  if (accessTokens.length === 0) return new Set()
  const {credentialsValue: token} = deviceCredentials
  const found = await transaction
    .select({token})
    .from(deviceCredentials)
    .innerJoin(device, eq(device.id, deviceCredentials.deviceId))
    .where(and(isAnyOf(token, accessTokens), withinReach(viewer, 'device')))
  return new Set(found.map(({token}) => token))
}

/** The answer to a token that a device out of reach has: that to a weak one. */
export const unusable = (field: string): string => `${field}: ${EASY_TO_GUESS}`
