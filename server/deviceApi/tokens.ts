import type {EpochMs} from '../../contract/wire/common'
import type {DeviceRef, DeviceRepository} from '../device/repository'

const SECOND = 1000
/** How long a token that another server took back is still taken here. */
const REMEMBERED_FOR = 5 * SECOND
const REMEMBERED_TOKENS = 50_000

export interface DeviceTokens {
  find(accessToken: string): DeviceRef | undefined | Promise<DeviceRef | undefined>
  /** To be called when the credentials of devices change or end: the next call with them asks the database. */
  forget(deviceIds: string | readonly string[]): void
}

/** Devices post every few seconds with the same token. Only good tokens are remembered, so that a new device works at once. */
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
    // The answer may be older than the end of the token.
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
