/** The place of a device in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** The attributes of a device, or otherwise the keys of its telemetry, that say it. */
export const PLACE_KEYS = {latitude: 'latitude', longitude: 'longitude'} as const

const HALF_TURN = 180
const WHOLE_TURN = 360

/** Null for anything but a place on Earth. Longitudes count on beyond 180°, as trackers do. */
export function placeFrom(latitude: unknown, longitude: unknown): Place | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= WHOLE_TURN)) return null
  const turns = Math.abs(longitude) > HALF_TURN ? Math.sign(longitude) : 0
  return {latitude, longitude: longitude - turns * WHOLE_TURN}
}
