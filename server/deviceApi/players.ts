import {deviceStatus} from '../../contract/rules/deviceStatus'
import {SECOND_PLAYER_ATTRIBUTE} from '../../contract/rules/media/secondPlayer'
import type {EpochMs} from '../../contract/wire/common'
import {playerHeartbeat} from '../../contract/wire/player'
import {type AttributeRepository, heartbeatOf} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'
import {conflict} from '../http/failures/errors'

interface Options {
  attributes: Pick<AttributeRepository, 'find' | 'upsertClientAttributes'>
  now: () => EpochMs
}

/**
 * Two players with the same token would report in turn and count each play twice. Identities are in the order of their
 * pairings: throws 409 for a player while a later one of its device is alive, and notes that for the console.
 */
export async function refuseEarlier(device: DeviceRef, player: string | undefined, {attributes, now}: Options) {
  if (player === undefined) return
  const stored = await heartbeatOf(attributes, device.id)
  const {data: latest} = playerHeartbeat.safeParse(stored?.value)
  if (latest === undefined || latest.player <= player) return
  if (deviceStatus(stored?.heartbeat, now()) !== 'active') return
  await attributes.upsertClientAttributes(device, new Map([[SECOND_PLAYER_ATTRIBUTE, {ts: now()}]]))
  throw conflict('A later player reports for this device.')
}
