/** Where a device is, in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** The attributes of a device, or otherwise the keys of its telemetry, that say it. */
export const PLACE_KEYS = {latitude: 'latitude', longitude: 'longitude'} as const

/** Null for what is no place on Earth, which anybody may have written. */
export function placeFrom(latitude: unknown, longitude: unknown): Place | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? {latitude, longitude} : null
}
