import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm, Occurrence} from '../../domain/alarm'
import type {Listed} from '../../domain/alarms/filter'
import {raisedWith, rangeAround, timeAround} from '../../domain/alarms/history'
import type {KnownLink} from '../../domain/link'
import {type ChartSettings, type ChartSettingsChanged, DEFAULT_VIEW} from '../../domain/telemetry/view'
import {followsNow, type RawRange, type TimeRange} from '../../domain/timeRange/timeRange'
import {type LinkChanged, linkChanges, RETRIES, retries, setLink} from '../connectivity'
import {call, source} from '../ports'
import {chartMachine} from '../telemetry/chart'

interface AlarmAroundInput extends KnownLink {
  alarm: Pick<Alarm, 'id' | 'deviceId' | 'key'>
  /** Null for an alarm that was never raised. */
  occurrence: Occurrence | null
  zone: string
  now: EpochMs
}

interface AlarmAroundContext extends AlarmAroundInput {
  /** The other alarms raised, the nearest first; null until they are read. */
  raised: readonly Alarm[] | null
  /** Whether there was more than is read. */
  hasMore: boolean
}

type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

/** Shows one occurrence of an alarm: the chart of its series, and the other alarms raised around it. */
export const alarmAroundMachine = setup({
  types: {} as {
    context: AlarmAroundContext
    events: LinkChanged | ClockEvent | ChartSettingsChanged | {type: 'retry.requested'}
    input: AlarmAroundInput
    children: {chart: 'chart'}
  },
  actors: {
    linkChanges,
    retries,
    clock: source<ClockEvent, void>('clock'),
    chart: chartMachine,
    loadRaised: call<Listed, TimeRange>('loadRaised'),
  },
  actions: {
    setLink: assign((_, {link, offer}: KnownLink) => ({link, offer})),
  },
  guards: {
    isStillAround: ({context: {occurrence, now}}) => occurrence !== null && now <= timeAround(occurrence).end,
  },
  delays: {readPeriod: 10_000},
}).createMachine({
  id: 'alarmAround',
  context: ({input}) => ({...input, raised: null, hasMore: false}),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'clock', onError: {}},
    {
      id: 'chart',
      src: 'chart',
      input: ({context: {alarm, occurrence, zone, now, link, offer}}) => ({
        deviceId: alarm.deviceId,
        key: alarm.key,
        zone,
        now,
        link,
        offer,
        settings: chartAround(occurrence, now),
      }),
      onError: {},
    },
  ],
  on: {
    'link.changed': {actions: [setLink, sendTo('chart', ({event: {type, link}}) => ({type, link}))]},
    'clock.ticked': {actions: [assign({now: ({event}) => event.at}), sendTo('chart', ({event}) => event)]},
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
  },
  initial: 'deciding',
  states: {
    deciding: {always: [{guard: ({context}) => context.occurrence === null, target: 'read'}, {target: 'reading'}]},
    reading: {
      invoke: {
        src: 'loadRaised',
        input: ({context: {occurrence, now}}) => timeAround(occurrence ?? {raisedAt: now}),
        onDone: {
          target: 'read',
          actions: assign(({context: {occurrence, alarm}, event: {output}}) => ({
            raised: occurrence && raisedWith(occurrence, alarm.id, output.alarms),
            hasMore: output.next !== null,
          })),
        },
        onError: 'missed',
      },
    },
    // Others may still be raised within the time.
    read: {after: {readPeriod: {guard: 'isStillAround', target: 'reading'}}},
    missed: {invoke: RETRIES, on: {'retry.requested': 'reading'}},
  },
})

export type AlarmAroundLogic = typeof alarmAroundMachine
export type AlarmAroundRef = ActorRefFrom<AlarmAroundLogic>

/** Returns the chart's first settings. The chart of an occurrence that still goes on is live. */
function chartAround(occurrence: Occurrence | null, now: EpochMs): ChartSettings {
  const {aggregation, windowMinutes, zoom} = DEFAULT_VIEW
  const range = rangeOf(occurrence, now)
  return {aggregation, windowMinutes, zoom, range, live: followsNow(range)}
}

function rangeOf(occurrence: Occurrence | null, now: EpochMs): RawRange {
  if (occurrence === null) return {from: 'now-1h', to: 'now'}
  const {start, end} = rangeAround(occurrence, now)
  const goesOn = occurrence.returnedAt === null && occurrence.ended === null
  return {from: start, to: goesOn && end === now ? 'now' : end}
}
