/** Whether this is an IANA time zone that the browser knows, such as 'Europe/Berlin'. */
export function isZone(name: string): boolean {
  // Offsets such as '+02:00' are known to some browsers only, and have no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export interface ChosenZone {
  zone: string
  /** The time zone in the address, if no such zone is known. */
  unknownZone: string | null
}

/** The zone that the address names goes before the one that the person prefers, and that before the browser's own. */
export function chosenZone(named: string | null, preferred: string | null, browserZone: string): ChosenZone {
  const isNamed = named !== null && named !== ''
  const requested = [named, preferred].find(zone => zone !== null && isZone(zone))
  return {zone: requested ?? browserZone, unknownZone: isNamed && !isZone(named) ? named : null}
}
