import {map} from 'rxjs'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Milliseconds} from '../../../contract/wire/common'
import {loadSparklines} from '../../api/telemetry/sparklines'
import {averagesFrom, sparklineBuckets} from '../../domain/telemetry/series/sparkline'
import type {SparklinesEvent} from '../../machines/telemetry/home'
import type {HistoriesEvent} from '../../machines/wall/wall'
import {call} from '../../streams/call'
import {histories} from '../../streams/wall/histories'
import type {Connections} from '../connections'
import {requestsOf, type SparklinesActor, startSparklines} from '../telemetry/sparklines'

/** The small charts of a wall are extended live, so that they need not be fetched often. */
const PERIOD: Milliseconds = 60 * 60_000

/** Starts fetching the small charts of the page, tile by tile where the server has no call for many. */
export function startHistories(
  connections: Pick<Connections, 'http' | 'serverClock' | 'polls' | 'isReplay'>,
  {input, sendBack, receive}: SparklinesActor<HistoriesEvent>,
): () => void {
  const {http, serverClock, polls, isReplay} = connections
  if (!isPulsewall(input.offer)) {
    return startSparklines(connections, {input, receive, sendBack: event => sendBack(ofOne(event))}, PERIOD)
  }
  const subscription = histories({
    ...requestsOf({input, receive}, polls(PERIOD)),
    load: wanted => {
      const now = serverClock.now()
      const buckets = sparklineBuckets(now, input.span)
      // Of the past, nothing counts that came later.
      const asked = isReplay ? {...buckets, end: now} : {...buckets, hasUsual: true}
      return call(signal => loadSparklines(http, {wanted, ...asked}, {signal})).pipe(
        map(found => found.map(({points, ...id}) => ({...id, averages: averagesFrom(points, buckets)}))),
      )
    },
  }).subscribe(sendBack)
  return () => subscription.unsubscribe()
}

function ofOne(event: SparklinesEvent): HistoriesEvent {
  if (event.type === 'sparkline.missed') return {type: 'histories.missed', error: event.error}
  const {deviceId, key, series} = event
  return {type: 'histories.received', found: [{deviceId, key, averages: series}]}
}
