import type {ConsoleRecord} from '../../../domain/console/records/description'
import {type CellWorld, seenAs} from '../../../domain/console/records/list/cell'

import {ageOf} from '../../../domain/format/age'
import {FreshnessMark} from '../../telemetry/freshness/FreshnessMark'

/** How a device was doing when the list was read. Nothing stands there when the server doesn't say. */
export function SeenMark({record, world}: {record: ConsoleRecord; world: CellWorld}) {
  const seen = seenAs(record, world)
  const {lastSeen} = record
  const {readAt} = world
  if (seen === 'notRead' || readAt === null) return null
  // An age beside `fresh` would be wrong a second later.
  const age = seen === 'fresh' || typeof lastSeen !== 'number' ? null : ageOf(lastSeen, readAt)
  return <FreshnessMark freshness={seen} age={age} isInFull />
}
