import type {EpochMs} from '../../contract/wire/common'
import type {DeviceRef, DeviceRepository} from '../device/repository'

const SECOND = 1000
/** How long this server may still accept a token that another server has revoked. */
const REMEMBERED_FOR = 5 * SECOND
const REMEMBERED_TOKENS = 50_000

export interface DeviceTokens {
  find(accessToken: string): DeviceRef | undefined | Promise<DeviceRef | undefined>
  /** Must be called when credentials of devices change or are deleted, so that their next call asks the database. */
  forget(deviceIds: string | readonly string[]): void
}

/**
 * Caches the tokens of devices, because a device posts every few seconds with the same one. Unknown tokens are not
 * cached, so that a new device can post at once.
 */
export function createDeviceTokens(
  {findByAccessToken}: Pick<DeviceRepository, 'findByAccessToken'>,
  now: () => EpochMs,
): DeviceTokens {
  const remembered = new Map<string, {device: DeviceRef; until: EpochMs}>()
  let forgettings = 0

  async function ask(accessToken: string) {
    const before = forgettings
    const device = await findByAccessToken(accessToken)
    if (device === undefined) return undefined
    // The token may have been revoked while the database was asked, so this answer must not be cached.
    if (before !== forgettings) return device
    if (remembered.size >= REMEMBERED_TOKENS) remembered.clear()
    remembered.set(accessToken, {device, until: now() + REMEMBERED_FOR})
    return device
  }

  return {
    find(accessToken) {
      const known = remembered.get(accessToken)
      if (known !== undefined && now() < known.until) return known.device
      remembered.delete(accessToken)
      return ask(accessToken)
    },
    forget(deviceIds) {
      forgettings++
      const forgotten = new Set([deviceIds].flat())
      for (const [accessToken, {device}] of remembered) if (forgotten.has(device.id)) remembered.delete(accessToken)
    },
  }
}
