import type {ConsoleRecord} from '../../../domain/console/records/description'
import {type CellWorld, seenAs} from '../../../domain/console/records/list/cell'
import {ageOf} from '../../../domain/format/age'
import {useTicking} from '../../kit/text/AgeText'
import {FreshnessMark} from '../../telemetry/freshness/FreshnessMark'

/** The state of a device when the list was read. Empty when the server doesn't say. */
export function SeenMark({record, world}: {record: ConsoleRecord; world: CellWorld}) {
  const seen = seenAs(record, world)
  const {lastSeen} = record
  const {readAt} = world
  // A device that was fresh when the list was read may be late by now, which an age beside it would say.
  const age = useTicking(now => (seen === 'fresh' || typeof lastSeen !== 'number' ? null : ageOf(lastSeen, now)))
  if (seen === 'notRead' || readAt === null) return null
  return <FreshnessMark freshness={seen} age={age} isInFull />
}
