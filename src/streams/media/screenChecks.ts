import {
  bufferTime,
  catchError,
  concatMap,
  defer,
  exhaustMap,
  filter,
  from,
  map,
  type Observable,
  type ObservableInput,
  of,
  startWith,
} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {ScreenNews} from '../../domain/media/screenReport'
import {inTurns, type Outcome} from '../inTurns'

export type ScreensEvent =
  /** `isAll` says that screens without news are silent. */
  {type: 'screens.read'; news: readonly ScreenNews[]; isAll: boolean} | {type: 'screens.missed'; error: unknown}

interface Checks {
  /** Each value starts a new round. */
  rounds: Observable<unknown>
}

/** Asks for all screens in one call, at once and in each round, unless a call is under way. */
export function checksOfAll({
  rounds,
  load,
}: Checks & {load: () => ObservableInput<readonly ScreenNews[]>}): Observable<ScreensEvent> {
  return rounds.pipe(
    startWith(undefined),
    exhaustMap(() =>
      defer(() => from(load())).pipe(
        map((news): ScreensEvent => ({type: 'screens.read', news, isAll: true})),
        catchError((error: unknown) => of<ScreensEvent>({type: 'screens.missed', error})),
      ),
    ),
  )
}

/** Asks for each screen by itself, a few at a time, those in view first; in later rounds only for those in view. */
export function checksOneByOne({
  rounds,
  deviceIds,
  shown,
  load,
}: Checks & {
  deviceIds: readonly string[]
  shown: Observable<readonly string[]>
  load: (deviceId: string) => ObservableInput<ScreenNews>
}): Observable<ScreensEvent> {
  const asked = {idOf: (id: string) => id, ask: load, wanted: shown, others: deviceIds, rounds}
  return inTurns({...asked, concurrency: CONCURRENCY}).pipe(
    bufferTime(BATCH_PERIOD),
    filter(outcomes => outcomes.length > 0),
    concatMap(eventsOf),
  )
}

/** A browser opens six connections to a server. Two are left to what a person does. */
const CONCURRENCY = 4
/** The list is drawn again for each batch, so answers are gathered for this long. */
const BATCH_PERIOD: Milliseconds = 100

function eventsOf(outcomes: readonly Outcome<string, ScreenNews>[]): ScreensEvent[] {
  const news = outcomes.flatMap(outcome => ('answer' in outcome ? [outcome.answer] : []))
  const failed = outcomes.flatMap(outcome => ('error' in outcome ? [outcome.error] : []))
  return [
    ...(news.length > 0 ? [{type: 'screens.read', news, isAll: false} as const] : []),
    ...failed.map((error): ScreensEvent => ({type: 'screens.missed', error})),
  ]
}
