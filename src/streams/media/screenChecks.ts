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
import type {ScreenUpdate} from '../../domain/media/screenReport'
import {type Outcome, prioritisedQueue} from '../prioritisedQueue'

export type ScreensEvent =
  /** `isAll` says that screens without changes are silent. */
  {type: 'screens.read'; updates: readonly ScreenUpdate[]; isAll: boolean} | {type: 'screens.missed'; error: unknown}

interface Checks {
  /** Each value starts a new round. */
  polls: Observable<unknown>
}

/** Asks for all screens in one call, at once and in each round, unless a call is under way. */
export function checksOfAll({
  polls,
  load,
}: Checks & {load: () => ObservableInput<readonly ScreenUpdate[]>}): Observable<ScreensEvent> {
  return polls.pipe(
    startWith(undefined),
    exhaustMap(() =>
      defer(() => from(load())).pipe(
        map((updates): ScreensEvent => ({type: 'screens.read', updates, isAll: true})),
        catchError((error: unknown) => of<ScreensEvent>({type: 'screens.missed', error})),
      ),
    ),
  )
}

/** Asks for each screen by itself, a few at a time, those in view first; in later rounds only for those in view. */
export function checksOneByOne({
  polls,
  deviceIds,
  shown,
  load,
}: Checks & {
  deviceIds: readonly string[]
  shown: Observable<readonly string[]>
  load: (deviceId: string) => ObservableInput<ScreenUpdate>
}): Observable<ScreensEvent> {
  const asked = {idOf: (id: string) => id, ask: load, requested: shown, others: deviceIds, polls}
  return prioritisedQueue({...asked, concurrency: CONCURRENCY}).pipe(
    bufferTime(BATCH_PERIOD),
    filter(outcomes => outcomes.length > 0),
    concatMap(eventsOf),
  )
}

/** A browser opens six connections to a server. Two are left to what a person does. */
const CONCURRENCY = 4
/** The list is drawn again for each batch, so answers are gathered for this long. */
const BATCH_PERIOD: Milliseconds = 100

function eventsOf(outcomes: readonly Outcome<string, ScreenUpdate>[]): ScreensEvent[] {
  const updates = outcomes.flatMap(outcome => ('answer' in outcome ? [outcome.answer] : []))
  const failed = outcomes.flatMap(outcome => ('error' in outcome ? [outcome.error] : []))
  return [
    ...(updates.length > 0 ? [{type: 'screens.read', updates, isAll: false} as const] : []),
    ...failed.map((error): ScreensEvent => ({type: 'screens.missed', error})),
  ]
}
