import {useSelector} from '@xstate/react'
import type {ActorRef, Snapshot} from 'xstate'
import type {EpochMs} from '../../../../contract/wire/common'
import {stepped, zoomedIn, zoomedOut} from '../../../domain/timeRange/moves'
import {followsNow, type RawRange, type TimeRange} from '../../../domain/timeRange/timeRange'
import type {RangeChosen, TimeRangeRef} from '../../../machines/timeRange'
import {useApplication} from '../application'
import {TimeRangeControl} from './TimeRangeControl'

type Ranged = Pick<
  ActorRef<
    Snapshot<unknown> & {context: {range: RawRange}; children: {timeRange?: TimeRangeRef | undefined}},
    RangeChosen
  >,
  'getSnapshot' | 'subscribe' | 'send'
>

interface Props {
  machine: Ranged
  /** The range when it was last read. */
  answer: {range: TimeRange; readAt: EpochMs}
  zone: string
}

/** The range of what an actor has read, in which it can be moved. */
export function AnsweredRange({machine, answer: {range: resolved, readAt: now}, zone}: Props) {
  const {isTwelveHours} = useApplication().formats
  const control = useSelector(machine, s => s.children.timeRange)
  const range = useSelector(machine, ({context}) => context.range)
  if (control === undefined) return null
  const choose = (range: RawRange) => machine.send({type: 'range.chosen', range})
  return (
    <TimeRangeControl
      control={control}
      range={range}
      resolved={resolved}
      zone={zone}
      hasLater={!followsNow(range) && resolved.end < now}
      shown={() => ({range, resolved, now, zone, isTwelveHours})}
      onStepped={direction => choose(stepped(resolved, direction, zone))}
      onZoomedOut={() => choose(zoomedOut(range, resolved))}
      onZoomedIn={() => choose(zoomedIn(range, resolved))}
    />
  )
}
