import type {ALARM_STANDINGS} from '../../contract/wire/alarm'
import type {AlarmSnapshot} from './lifeCycle'

/** The states of ISA-18.2, of which people speak: what the parts of the machine mean together. */
export type AlarmStanding = (typeof ALARM_STANDINGS)[number]

export function standingOf(snapshot: AlarmSnapshot): AlarmStanding {
  if (snapshot.matches({service: 'off'})) return 'outOfService'
  if (snapshot.matches({shelf: 'on'})) return 'shelved'
  const isUnacknowledged = snapshot.matches({acknowledgement: 'unacknowledged'})
  if (snapshot.matches({condition: {raised: 'latched'}})) {
    return isUnacknowledged ? 'latchedUnacknowledged' : 'latchedAcknowledged'
  }
  if (snapshot.matches({condition: 'raised'})) return isUnacknowledged ? 'unacknowledged' : 'acknowledged'
  return isUnacknowledged ? 'returnedUnacknowledged' : 'normal'
}
