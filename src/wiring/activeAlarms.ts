import {merge, type Observable} from 'rxjs'
import type {Milliseconds} from '../../contract/wire/common'
import {alarmsFromBatch} from '../api/alarms/alarms'
import {loadAllAlarms} from '../api/alarms/all'
import {EVERY_ALARM, STATES_OF_TAB} from '../domain/alarms/filter'
import type {AlarmsReceived} from '../domain/telemetry/devices/marks'
import {activeAlarms} from '../streams/alarms/activeAlarms'
import {changedAlarms} from '../streams/alarms/alarmEvents'
import {call} from '../streams/call'
import {upAgain} from '../streams/telemetry/upAgain'
import type {Connections} from './connections'
import {whileOffered} from './links'

type AlarmConnections = Pick<Connections, 'http' | 'feed' | 'links' | 'polls' | 'isReplay'>

/** What is missed by mistake is found this often at the latest. */
const READ_PERIOD: Milliseconds = 60_000
/** The past tells of no changes. */
const REPLAY_PERIOD: Milliseconds = 1000

const ALL_ACTIVE = {filter: EVERY_ALARM, states: STATES_OF_TAB.all}

/** The alarms within reach, as long as the server keeps any. */
export const activeAlarmsOf = ({http, feed, links, polls, isReplay}: AlarmConnections): Observable<AlarmsReceived> =>
  whileOffered(links, () =>
    activeAlarms({
      load: () =>
        call(async signal => {
          await feed.watchAlarms(alarmsFromBatch)
          return await loadAllAlarms(http, ALL_ACTIVE, {signal})
        }),
      updates: changedAlarms(feed.alarms),
      polls: merge(feed.alarmsMoved, polls(isReplay ? REPLAY_PERIOD : READ_PERIOD), upAgain(links)),
    }),
  )
