import {distinctUntilChanged, EMPTY, filter, map, merge, type Observable, pairwise, switchMap} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import {alarmsFromBatch, listAlarms} from '../../api/alarms/alarms'
import type {Alarm} from '../../domain/alarms/alarm'
import {EVERY_ALARM, STANDINGS} from '../../domain/alarms/filter'
import {hasComeUp} from '../../domain/telemetry/link'
import type {AlarmsTold} from '../../domain/wall/alarmed'
import {alarmNews} from '../../streams/alarms/alarmNews'
import {call} from '../../streams/call'
import {pollTicks} from '../../streams/ticks'
import {visibility} from '../../streams/visibility'
import {standingAlarms} from '../../streams/wall/standingAlarms'
import type {Connections} from '../connections'

type AlarmConnections = Pick<Connections, 'http' | 'feed' | 'links'>

/** What is missed by mistake is found this often at the latest. */
const READ_PERIOD: Milliseconds = 60_000

/** The alarms within reach, as long as the server keeps any. */
export const wallAlarms = ({http, feed, links}: AlarmConnections): Observable<AlarmsTold> =>
  links.pipe(
    map(({capabilities}) => capabilities.alarms === true),
    distinctUntilChanged(),
    switchMap(isOffered =>
      isOffered
        ? standingAlarms({
            load: () =>
              call(async signal => {
                await feed.watchAlarms(alarmsFromBatch)
                return await loadStanding(http, signal)
              }),
            news: alarmNews(feed.alarms).pipe(map(({alarms}) => alarms)),
            rounds: merge(
              pollTicks(READ_PERIOD, visibility(document)),
              links.pipe(
                pairwise(),
                filter(([before, after]) => hasComeUp(before.link, after.link)),
              ),
            ),
          })
        : EMPTY,
    ),
  )

async function loadStanding(http: AlarmConnections['http'], signal: AbortSignal): Promise<readonly Alarm[]> {
  const found: Alarm[] = []
  let cursor: string | null = null
  do {
    const question = {filter: EVERY_ALARM, standings: STANDINGS.all, cursor}
    const {alarms, next} = await listAlarms(http, question, {signal})
    found.push(...alarms)
    cursor = next
  } while (cursor !== null)
  return found
}
