import {countedKind, NOT_READ, type ScreenState, urgencyOf} from '../../../contract/rules/media/screenState'
import {folded} from '../folded'
import type {DeviceEntry} from '../telemetry/devices/device'
import {isInGroup, type Membership} from './group'
import type {MediaView} from './view'

/** What the public sees on each screen, by the id of its device. */
export type ScreenStates = ReadonlyMap<string, ScreenState>

interface Sought extends Pick<MediaView, 'groupId' | 'state' | 'order'> {
  search: string
  membership: Membership
  states: ScreenStates
}

/** The devices whose name or label contains the text, whatever the case and the accents, in the order that is chosen. */
export function foundDevices(devices: readonly DeviceEntry[], sought: Sought): readonly DeviceEntry[] {
  const {groupId, membership, state, states, order} = sought
  const text = folded(sought.search.trim())
  const found = devices.filter(
    ({id, name, label}) =>
      (state === null || countedKind(stateOf(states, id)) === state) &&
      isInGroup(membership, id, groupId) &&
      (text === '' || folded(name).includes(text) || folded(label ?? '').includes(text)),
  )
  return order === 'urgency' ? byUrgency(found, states) : found
}

/** Those that need a person first come first; others stay in their order. */
export const byUrgency = (devices: readonly DeviceEntry[], states: ScreenStates): readonly DeviceEntry[] =>
  devices
    .map(device => ({device, urgency: urgencyOf(stateOf(states, device.id))}))
    .sort((one, other) => one.urgency - other.urgency)
    .map(({device}) => device)

/** The number of devices in each state. */
export function countedStates(devices: readonly DeviceEntry[], states: ScreenStates) {
  const counts = new Map<ScreenState['kind'], number>()
  for (const {id} of devices) {
    const kind = countedKind(stateOf(states, id))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

export const stateOf = (states: ScreenStates, deviceId: string): ScreenState => states.get(deviceId) ?? NOT_READ
