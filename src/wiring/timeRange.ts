import {fromPromise} from 'xstate'
import {recentRangesFrom} from '../domain/timeRange/recentRanges'
import type {RawRange} from '../domain/timeRange/timeRange'
import {connected} from '../machines/ports'
import {timeRangeMachine} from '../machines/timeRange'
import type {KeyValueStorage} from './accessTokenMark'

const KEY = 'pulsewall.recentRanges'

/** The control of a time range. The ranges chosen lately are stored in the browser, for all of its tabs. */
export function createTimeRangeLogic(storage: KeyValueStorage): typeof timeRangeMachine {
  return connected(timeRangeMachine)({
    actors: {
      loadRecent: fromPromise<readonly RawRange[]>(async () =>
        recentRangesFrom(JSON.parse(storage.getItem(KEY) ?? '[]')),
      ),
      // A page that was not loaded securely has no clipboard, which rejects here like a refusal.
      copyText: fromPromise(({input: {text}}) => navigator.clipboard.writeText(text)),
      readCopied: fromPromise(() => navigator.clipboard.readText()),
    },
    actions: {
      storeRecent: (_, {recent}) => {
        if (recent.length > 0) storage.setItem(KEY, JSON.stringify(recent))
      },
    },
  })
}
