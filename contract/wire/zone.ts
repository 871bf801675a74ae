/** Finding out takes longer than reading a report or a query. There are fewer, but each may be written in many ways. */
const KNOWN_ZONES = 1000
const knownZones = new Set<string>()

/** Whether this browser or server can write times in this zone: by its IANA name, or for some of them by an offset. */
export function isZoneOrOffset(name: string): boolean {
  if (knownZones.has(name)) return true
  try {
    Intl.DateTimeFormat('en', {timeZone: name})
    if (knownZones.size === KNOWN_ZONES) knownZones.clear()
    knownZones.add(name)
    return true
  } catch {
    return false
  }
}
