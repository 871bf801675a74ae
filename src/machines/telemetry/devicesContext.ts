import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {CurrentUser} from '../../domain/session/user'
import {type DeviceEntry, NO_DETAILS} from '../../domain/telemetry/device'
import {type KeySettings, NO_KEY_SETTINGS} from '../../domain/telemetry/keySettings'
import type {Latest} from '../../domain/telemetry/latest'
import {type LinkState, PROBING} from '../../domain/telemetry/link'
import type {Watched} from '../../domain/telemetry/live'
import {NO_SEVERITIES, type Severities} from '../../domain/telemetry/severities'

export interface DevicesInput {
  user: CurrentUser
  lateAfter: Milliseconds
  /** When the screen is opened, on the server's clock. */
  now: EpochMs
  /** The only device that is shown; null shows all that the user may see. */
  device: Pick<DeviceEntry, 'id' | 'name'> | null
  /** The device whose values are read first, wherever it stands in the list. */
  watchedDeviceId: string | null
  /** Whether the parent is told of pushed values as they come, and not only at most once a second. */
  isNotifiedAtOnce?: boolean
  /** Whether nothing is shown of the devices before their values, so that all is asked for together. */
  isReadTogether?: boolean
}

export interface DevicesContext extends Omit<DevicesInput, 'device'>, Latest, KeySettings {
  /** Whether one device is given, and none listed. */
  isGiven: boolean
  /** Whether all was just read together, so that it need not be read again. */
  isJustRead: boolean
  link: LinkState
  capabilities: Capabilities
  /** How severe the latest values are, by the thresholds. */
  severities: Severities
  /** The devices whose values could not be read when they were last asked for. */
  unreadDeviceIds: ReadonlySet<string>
  /** The devices in view, from the top down. */
  shownDeviceIds: readonly string[]
  /** What the parent was last told. */
  notified: Latest & {severities: Severities}
}

export function opened({device, ...input}: DevicesInput): DevicesContext {
  const devices = device === null ? [] : [{...device, ...NO_DETAILS}]
  const notified = {devices, readings: nothingKnown.readings, severities: NO_SEVERITIES}
  return {
    ...nothingKnown,
    ...input,
    isGiven: device !== null,
    devices,
    notified,
    shownDeviceIds: devices.map(({id}) => id),
  }
}

/** All that are listed take one small message, where the server answers it, and no list of thousands of ids. */
export const watchedBy = ({isGiven, user, capabilities, devices}: DevicesContext): Watched =>
  capabilities.liveReach === true && !isGiven ? {organisationId: user.organisationId} : devices.map(({id}) => id)

const nothingKnown: Omit<DevicesContext, keyof DevicesInput | 'isGiven' | 'devices' | 'notified' | 'shownDeviceIds'> = {
  link: PROBING,
  isJustRead: false,
  capabilities: {},
  ...NO_KEY_SETTINGS,
  severities: NO_SEVERITIES,
  readings: new Map(),
  unreadDeviceIds: new Set(),
}
