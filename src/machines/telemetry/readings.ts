import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import type {KeyOwners, KeySettings} from '../../domain/telemetry/readings/keySettings'
import type {LatestAnswer} from '../../domain/telemetry/readings/latest'
import type {CurrentUser} from '../../domain/user'

/** The actor `readings` sends these. A device may have keys without values. */
export type ReadingsEvent =
  /** `at` is when the answer came, which may be after the clock was set and before its next tick. */
  | ({type: 'readings.received'; at: EpochMs} & LatestAnswer)
  | {type: 'readings.missed'; error: unknown}
  | {type: 'device.notEnriched'; deviceId: string; error: unknown}

/** The actor `readings` accepts these. Devices in view are read first; after a lost link all are requested again. */
export type ReadingsCommand = {type: 'rows.shown'; deviceIds: readonly string[]} | {type: 'refresh.requested'}

export interface ReadingsInput {
  organisationId: string | null
  deviceIds: readonly string[]
  shownDeviceIds: readonly string[]
  offer: Offer | null
  /** Whether the devices are given, and none listed. */
  isGiven: boolean
  /** Whether the values are known as of now. */
  isJustRead: boolean
  /** Whether those in view alone are subscribed and asked for. */
  isOfView?: boolean | undefined
}

export interface KeySettingsQuestion extends KeyOwners {
  offer: Offer | null
  /** Whether they are known as of now. */
  isJustRead: boolean
}

export interface KeySettingsReceived {
  type: 'keySettings.received'
  settings: KeySettings
}

/** The devices of a screen, as far as they decide the requests. */
interface Requested {
  user: CurrentUser
  devices: readonly DeviceEntry[]
  offer: Offer | null
  watchedDeviceId: string | null
  shownDeviceIds: readonly string[]
  isGiven: boolean
  isJustRead: boolean
  isOfView?: boolean | undefined
}

export const requestedFirst = ({
  watchedDeviceId,
  shownDeviceIds,
}: Pick<Requested, 'watchedDeviceId' | 'shownDeviceIds'>): string[] => [
  ...new Set([...(watchedDeviceId === null ? [] : [watchedDeviceId]), ...shownDeviceIds]),
]

export function readingsInput(requested: Requested): ReadingsInput {
  const {user, devices, offer, isGiven, isJustRead, isOfView} = requested
  const deviceIds = devices.map(({id}) => id)
  const asked = {organisationId: user.organisationId, deviceIds, shownDeviceIds: requestedFirst(requested)}
  return {...asked, offer, isGiven, isJustRead, isOfView}
}

export function keySettingsQuestion({user, watchedDeviceId, devices, ...known}: Requested): KeySettingsQuestion {
  const only = devices.length === 1 ? (devices[0]?.id ?? null) : null
  const watched = watchedDeviceId ?? only
  const mayReadOwners = user.customerId === null
  return {
    organisationId: mayReadOwners ? user.organisationId : null,
    customerId: mayReadOwners ? (devices.find(({id}) => id === watched)?.customerId ?? null) : null,
    watchedDeviceId: watched,
    offer: known.offer,
    isJustRead: known.isJustRead,
  }
}
