import {defer, EMPTY, filter, map, merge, type Observable, retry, startWith, switchMap} from 'rxjs'
import {fromEventObservable} from 'xstate'
import type {Milliseconds} from '../../../contract/wire/common'
import {acceptUsual, loadChanges, loadUnusual, loadUsual, loadUsualReason} from '../../api/telemetry/usual'
import type {UnusualReceived, UsualReceived} from '../../domain/telemetry/usual'
import {connected} from '../../machines/ports'
import {type ChangesLogic, changesMachine} from '../../machines/telemetry/changes'
import {type UsualLogic, type UsualQuestion, usualMachine} from '../../machines/telemetry/usual'
import {usualReasonMachine} from '../../machines/telemetry/usualReason'
import {call} from '../../streams/call'
import {upAgain} from '../../streams/telemetry/upAgain'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {whileOffered} from '../links'

type UsualConnections = Pick<Connections, 'http' | 'feed' | 'links' | 'isReplay'>

const RETRY_PATIENCE: Milliseconds = 10_000

/** What is usual for the series of a chart; it is not asked for where nothing of it is drawn. */
export const createUsualLogic = (connections: Connections, {isDrawn}: {isDrawn: boolean}): UsualLogic =>
  connected(usualMachine)({
    actors: {
      parts: fromEventObservable(({input}) => (isDrawn ? usualOf(connections, input) : EMPTY)),
      reason: connected(usualReasonMachine)({
        actors: {
          retries: connections.retries,
          load: ask(connections.http, loadUsualReason),
          accept: ask(connections.http, acceptUsual),
        },
      }),
    },
  })

/** What else has changed in a stretch. */
export const createChangesLogic = ({http, retries}: Connections): ChangesLogic =>
  connected(changesMachine)({actors: {retries, load: ask(http, loadChanges)}})

/** What is usual in a range, from a server that learns it. It is read again when it may have been learned anew. */
const usualOf = (connections: UsualConnections, question: UsualQuestion): Observable<UsualReceived> =>
  whileLearned(connections, () =>
    connections.feed.unusual.pipe(
      filter(changes => changes.some(({deviceId, key}) => deviceId === question.deviceId && key === question.key)),
      startWith(null),
      switchMap(() => defer(() => call(signal => loadUsual(connections.http, question, {signal})))),
      map((parts): UsualReceived => ({type: 'usual.received', parts})),
    ),
  )

/** The series within reach that are unusual, as long as the server judges any. */
export const unusualOf = (connections: UsualConnections): Observable<UnusualReceived> =>
  whileLearned(connections, () =>
    merge(
      connections.feed.unusual.pipe(
        map((changes): UnusualReceived => ({type: 'unusual.received', changes, isAll: false})),
      ),
      upAgain(connections.links).pipe(
        startWith(null),
        switchMap(() => defer(() => call(signal => loadUnusual(connections.http, {signal})))),
        map((changes): UnusualReceived => ({type: 'unusual.received', changes, isAll: true})),
      ),
    ),
  )

/** The past was evaluated by what was known then, which is not stored. */
const whileLearned = <T>({links, isReplay}: UsualConnections, read: () => Observable<T>): Observable<T> =>
  isReplay ? EMPTY : whileOffered(links, () => defer(read).pipe(retry({delay: RETRY_PATIENCE})))
