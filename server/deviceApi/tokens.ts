import {SECOND} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import {createTokenGuesses} from '../access/tokenGuesses'
import type {DeviceOfToken, DeviceRepository} from '../device/repository'

/** This server may accept a token for this long after another server has revoked it, when it misses that event. */
const REMEMBERED_FOR = 5 * SECOND
const REMEMBERED_TOKENS = 50_000

export interface DeviceTokens {
  /** Throws 429 while the caller's network has to wait because of tokens that no device has. */
  find(accessToken: string, address: string): DeviceOfToken | undefined | Promise<DeviceOfToken | undefined>
  /** Must be called when credentials of devices change or are deleted, so that their next call asks the database. */
  forget(deviceIds: string | readonly string[]): void
}

export interface DeviceTokensOptions {
  now: () => EpochMs
  /** The number of free unknown tokens per network, as in `createGrowingDelay`. */
  guessLimit: string
}

interface Remembered {
  device: DeviceOfToken
  /** The address of the token's last use; undefined until its use has been admitted. */
  address: string | undefined
  until: EpochMs
}

/**
 * Caches the tokens of devices, because a device posts every few seconds with the same one. An unknown token
 * is looked up again after a second, so that a new device can soon post.
 */
export function createDeviceTokens(
  {findByAccessToken}: Pick<DeviceRepository, 'findByAccessToken'>,
  {now, guessLimit}: DeviceTokensOptions,
): DeviceTokens {
  const guesses = createTokenGuesses(guessLimit, now)
  const remembered = new Map<string, Remembered>()
  let forgettings = 0

  async function findFrom(address: string, accessToken: string) {
    const device = await guesses.look(accessToken, address, () => findAnywhere(accessToken))
    const known = remembered.get(accessToken)
    if (device !== undefined && known !== undefined) known.address = address
    return device
  }

  async function findAnywhere(accessToken: string) {
    const known = remembered.get(accessToken)
    if (known !== undefined && now() < known.until) return known.device
    remembered.delete(accessToken)
    const before = forgettings
    const device = await findByAccessToken(accessToken)
    // The token may have been revoked while the database was asked, so this answer must not be cached.
    if (device === undefined || before !== forgettings) return device
    if (remembered.size >= REMEMBERED_TOKENS) remembered.clear()
    remembered.set(accessToken, {
      device,
      address: undefined,
      until: Math.min(now() + REMEMBERED_FOR, device.expiresAt ?? Number.POSITIVE_INFINITY),
    })
    return device
  }

  return {
    find(accessToken, address) {
      const known = remembered.get(accessToken)
      const isKnownThere = known !== undefined && known.address === address && now() < known.until
      return isKnownThere ? known.device : findFrom(address, accessToken)
    },
    forget(deviceIds) {
      forgettings++
      guesses.lookAgain()
      const forgotten = new Set([deviceIds].flat())
      for (const [accessToken, {device}] of remembered) if (forgotten.has(device.id)) remembered.delete(accessToken)
    },
  }
}
