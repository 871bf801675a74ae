import {distinctUntilChanged, map, merge} from 'rxjs'
import {createActor, fromEventObservable} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Milliseconds} from '../../../contract/wire/common'
import {loadNotices} from '../../api/shell/notices'
import {connected} from '../../machines/ports'
import {type NoticesRef, noticesMachine} from '../../machines/shell/notices'
import {call} from '../../streams/call'
import {systemNotices} from '../../streams/shell/notices'
import {upAgain} from '../../streams/telemetry/upAgain'
import type {Connections} from '../connections'

export type NoticesConnections = Pick<Connections, 'http' | 'links' | 'polls'>

/** A disk takes longer than this to fill up, and a backup to become old. */
const PERIOD: Milliseconds = 60_000

/** Starts asking what a SYS_ADMIN should see to, until it is stopped. */
export function startNotices({http, links, polls}: NoticesConnections): NoticesRef {
  return createActor(
    connected(noticesMachine)({
      actors: {
        noticeChanges: fromEventObservable(() =>
          systemNotices({
            isOffered: links.pipe(
              map(({offer}) => isPulsewall(offer)),
              distinctUntilChanged(),
            ),
            load: () => call(signal => loadNotices(http, {signal})),
            polls: merge(polls(PERIOD), upAgain(links)),
          }),
        ),
      },
    }),
  ).start()
}
