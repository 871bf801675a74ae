import {isZone} from '../../../contract/rules/time/localTime'

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
