/** The part of the media dashboard that the address holds. */
export interface MediaView {
  deviceId: string | null
  videoId: string | null
  /** Only the devices of this group are listed. */
  groupId: string | null
  /** Only devices that don't play all that they should are listed. */
  isHindered: boolean
  /** The shown page where only one column has room. */
  page: MediaPage
}

export const MEDIA_PAGES = ['devices', 'groups', 'videos', 'device'] as const
export type MediaPage = (typeof MEDIA_PAGES)[number]

/** Reads `device`, `video`, `group`, `hindered` and `page`. Invalid values become defaults. */
export function mediaViewFromSearch(search: string): MediaView {
  const parameters = new URLSearchParams(search)
  const named = (name: string) => parameters.get(name) || null
  return {
    deviceId: named('device'),
    videoId: named('video'),
    groupId: named('group'),
    isHindered: parameters.has('hindered'),
    page: MEDIA_PAGES.find(page => page === parameters.get('page')) ?? 'devices',
  }
}

/** Writes the search part of the address with its question mark. Defaults are left out. */
export function searchFromMediaView({deviceId, videoId, groupId, isHindered, page}: MediaView): string {
  const parameters = new URLSearchParams()
  if (deviceId !== null) parameters.set('device', deviceId)
  if (videoId !== null) parameters.set('video', videoId)
  if (groupId !== null) parameters.set('group', groupId)
  if (isHindered) parameters.set('hindered', '')
  if (page !== 'devices') parameters.set('page', page)
  const search = parameters.toString()
  return search && `?${search}`
}
