import {BehaviorSubject, concat, map, merge, type Observable, Subject, startWith} from 'rxjs'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Http} from '../../api/http'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import {type SeriesQuestion, seriesFrom} from '../../domain/telemetry/series/seriesAnswer'
import {type SmallChartId, smallChartQuestion} from '../../domain/telemetry/series/smallChart'
import {sparklineQuestion} from '../../domain/telemetry/series/sparkline'
import type {SmallChartsCommand, SmallChartsEvent, SmallChartsInput} from '../../machines/telemetry/detail'
import type {SparklinesCommand, SparklinesEvent, SparklinesInput} from '../../machines/telemetry/home'
import {call} from '../../streams/call'
import {painted} from '../../streams/telemetry/frames'
import {sparklines} from '../../streams/telemetry/sparklines'
import type {Connections} from '../connections'

export interface SparklinesActor<Event = SparklinesEvent> {
  input: SparklinesInput
  sendBack: (event: Event) => void
  receive: (listener: (command: SparklinesCommand) => void) => void
}

const REFETCH_PERIOD: Milliseconds = 10 * MINUTE

/**
 * Starts fetching the small charts of the devices in view once their values are painted, and again each `period`. The
 * returned function stops that.
 */
export function startSparklines(
  {http, serverClock, polls}: Pick<Connections, 'http' | 'serverClock' | 'polls'>,
  {input, sendBack, receive}: SparklinesActor,
  period = REFETCH_PERIOD,
): () => void {
  const subscription = sparklines({
    ...requestsOf({input, receive}, polls(period)),
    load: sparkline =>
      loadSparkline(http, sparklineQuestion(sparkline, serverClock.now(), input.zone, input.span), input.offer),
  }).subscribe(sendBack)
  return () => subscription.unsubscribe()
}

/** What an actor of small charts is asked for: at first once the values beside them are painted. */
export function requestsOf({input, receive}: Omit<SparklinesActor, 'sendBack'>, polls: Observable<unknown>) {
  const requested = new BehaviorSubject(input.requested)
  const refreshes = new Subject<void>()
  receive(command => (command.type === 'sparklines.requested' ? requested.next(command.sparklines) : refreshes.next()))
  return {requested: concat(painted, requested), polls: merge(refreshes, polls)}
}

interface SmallChartsActor {
  input: SmallChartsInput
  sendBack: (event: SmallChartsEvent) => void
  receive: (listener: (command: SmallChartsCommand) => void) => void
}

/** Starts fetching the small charts in view over the range of the chart. The returned function stops that. */
export function startSmallCharts(
  {http, serverClock, polls}: Pick<Connections, 'http' | 'serverClock' | 'polls'>,
  {input, sendBack, receive}: SmallChartsActor,
): () => void {
  const requested = new Subject<readonly SmallChartId[]>()
  const refreshes = new Subject<void>()
  receive(command => (command.type === 'smallCharts.requested' ? requested.next(command.charts) : refreshes.next()))
  const subscription = sparklines({
    requested: requested.pipe(startWith(input.requested)),
    polls: merge(refreshes, polls(REFETCH_PERIOD)),
    load: chart =>
      loadSparkline(http, smallChartQuestion(chart, input.range, serverClock.now(), input.zone), input.offer),
  }).subscribe(sendBack)
  return () => subscription.unsubscribe()
}

const loadSparkline = (http: Http, question: SeriesQuestion, offer: Offer | null) =>
  call(signal => telemetryOf(http, offer).series(question, {signal})).pipe(map(answer => seriesFrom(answer, question)))
