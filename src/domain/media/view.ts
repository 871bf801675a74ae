import {SCREEN_STATES, type ScreenState} from '../../../contract/rules/media/screenState'
import {VIDEO_ORDERS, type VideoOrder} from './library'

/** The part of the media dashboard that the address holds. */
export interface MediaView {
  deviceId: string | null
  videoId: string | null
  /** Only the devices of this group are listed. */
  groupId: string | null
  /** Only devices with this state are listed; null for all. */
  state: ScreenState['kind'] | null
  order: DeviceOrder
  videoOrder: VideoOrder
  /** The shown page where only one column has room. */
  page: MediaPage
}

/** By what the public sees, the devices that need a person first, or by their names. */
export type DeviceOrder = 'urgency' | 'name'

export const MEDIA_PAGES = ['devices', 'groups', 'videos', 'device'] as const
export type MediaPage = (typeof MEDIA_PAGES)[number]

/** Reads `device`, `video`, `group`, `state`, `order`, `videos` and `page`. Invalid values become defaults. */
export function mediaViewFromSearch(search: string): MediaView {
  const parameters = new URLSearchParams(search)
  const named = (name: string) => parameters.get(name) || null
  return {
    deviceId: named('device'),
    videoId: named('video'),
    groupId: named('group'),
    state: SCREEN_STATES.find(state => state === parameters.get('state')) ?? null,
    order: parameters.get('order') === 'name' ? 'name' : 'urgency',
    videoOrder: VIDEO_ORDERS.find(order => order === parameters.get('videos')) ?? 'newest',
    page: MEDIA_PAGES.find(page => page === parameters.get('page')) ?? 'devices',
  }
}

/** Writes the search part of the address with its question mark. Defaults are left out. */
export function searchFromMediaView(view: MediaView): string {
  const {deviceId, videoId, groupId, state, order, videoOrder, page} = view
  const parameters = new URLSearchParams()
  if (deviceId !== null) parameters.set('device', deviceId)
  if (videoId !== null) parameters.set('video', videoId)
  if (groupId !== null) parameters.set('group', groupId)
  if (state !== null) parameters.set('state', state)
  if (order !== 'urgency') parameters.set('order', order)
  if (videoOrder !== 'newest') parameters.set('videos', videoOrder)
  if (page !== 'devices') parameters.set('page', page)
  const search = parameters.toString()
  return search && `?${search}`
}
