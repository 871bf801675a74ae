import type {EpochMs} from '../../contract/wire/common'
import {type ProvisionAnswer, provisionRequest, provisionSecret} from '../../contract/wire/entities/provisioning'
import {createTokenGuesses} from '../access/tokenGuesses'
import type {Actor} from '../access/viewer'
import {badRequest} from '../http/failures/errors'
import {readAnyJson} from '../http/json'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import {createToken, hashToken} from '../http/secrets'
import type {Provisioning, ProvisioningProfile, ProvisioningRepository} from './repository'

/** A device as a profile allows it to be made. */
interface Made {
  organisationId: string
  customerId: string | null
  name: string
  isGateway: boolean
  accessToken: string | undefined
}

export interface ProvisioningOptions {
  profiles: Pick<ProvisioningRepository, 'find'>
  /** Resolves to the access token; undefined when the name or the token is taken. */
  createDevice: (actor: Actor, made: Made) => Promise<string | undefined>
  now: () => EpochMs
  /** The number of free wrong secrets per network, as in `createGrowingDelay`. */
  guessLimit: string
  /** A profile may be asked for as many devices as a device may send messages. */
  rateLimits: Pick<RateLimits, 'device'>
}

const UNKNOWN: ProvisionAnswer = {errorMsg: 'Provision data was not found!', status: 'NOT_FOUND'}
const REFUSED: ProvisionAnswer = {errorMsg: 'Failed to provision device!', status: 'FAILURE'}

export function createProvisioning(options: ProvisioningOptions): Provisioning {
  const {profiles, createDevice, now, guessLimit, rateLimits} = options
  const guesses = createTokenGuesses(guessLimit, now)
  const asked = createRateLimiter(rateLimits.device)
  return {
    async provision(body, address) {
      const question = readAnyJson(body)
      const secret = provisionSecret.safeParse(question).data
      if (secret === undefined) throw badRequest('"provisionDeviceKey" and "provisionDeviceSecret" must be texts.')
      const name = hashToken(JSON.stringify([secret.provisionDeviceKey, secret.provisionDeviceSecret]))
      const profile = await guesses.look(name, address, () => profiles.find(secret))
      if (profile === undefined) return UNKNOWN
      await asked.consume(profile.id)
      const request = provisionRequest.safeParse(question).data
      if (request === undefined) return REFUSED
      const {organisationId, customerId} = profile
      const accessToken = await createDevice(actorOf(profile, address), {
        organisationId,
        customerId,
        accessToken: request.token,
        isGateway: request.gateway === true,
        name: request.deviceName ?? createToken(),
      })
      if (accessToken === undefined) return REFUSED
      return {credentialsValue: accessToken, credentialsType: 'ACCESS_TOKEN', status: 'SUCCESS'}
    },
  }
}

/** The trail names the profile in the place of a person. */
const actorOf = ({name}: ProvisioningProfile, address: string): Actor => ({userId: null, email: name, address})
