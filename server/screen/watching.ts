import {isDeepStrictEqual} from 'node:util'
import {isOpen, type OpeningHours} from '../../contract/rules/media/openingHours'
import {SCREEN_STATES, type ScreenState, screenState} from '../../contract/rules/media/screenState'
import {troubleOf} from '../../contract/rules/media/screenTrouble'
import {SECOND} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {LabelledMetric} from '../http/metrics/metrics'
import {createUnderWay, type Job, report, type Scheduler} from '../scheduler'
import type {OpeningHoursOf} from './openingHours'
import type {AlarmedScreen, ScreenNews, ScreenRepository, StoredScreen} from './repository'

export interface WatchingOptions {
  screens: ScreenRepository
  openingHoursOf: OpeningHoursOf
  /** The names of videos by their ids. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  scheduler: Pick<Scheduler, 'now' | 'every'>
  job: Job
  /** The screens that were in trouble when another server, or this one before its start, looked last. */
  alarmed: () => Promise<readonly AlarmedScreen[]>
  /** Called with all screens in the first pass, and then with those that have changed. */
  onNews: (news: readonly ScreenNews[]) => Promise<void>
}

export const SCREEN_PERIOD: Milliseconds = 30 * SECOND

/** What the last pass has found of a screen. */
interface Seen {
  kind: ScreenState['kind']
  news: Omit<ScreenNews, 'at'>
  /** Since when it has to be on; null while it has not. */
  openSince: EpochMs | null
  /** The video that it showed last. */
  last: string | null
}

/** Evaluates every half minute what the public sees on all screens. */
export function createScreenWatching({
  screens,
  openingHoursOf,
  namesOf,
  alarmed,
  scheduler,
  job,
  onNews,
}: WatchingOptions) {
  const {track, underWay} = createUnderWay()
  let counts = new Map<ScreenState['kind'], number>()
  let seen: ReadonlyMap<string, Seen> | null = null

  async function pass() {
    const now = scheduler.now()
    const stored = await screens.all()
    const hoursOf = await openingHoursOf(stored)
    const found = stored.map(screen => ({
      screen,
      ...seenNow(screen, hoursOf(screen), {before: seen?.get(screen.id), now}),
    }))
    const changed = found.filter(({screen, news}) => !isDeepStrictEqual(news, seen?.get(screen.id)?.news))
    const names = await namesOf(changed.flatMap(({last}) => last ?? []))
    const known = new Set(stored.map(({id}) => id))
    const before = seen === null ? await alarmed() : [...seen.values()].map(({news}) => news)
    const gone = before.filter(({deviceId}) => !known.has(deviceId))
    await onNews([
      ...gone.map(screen => ({...screen, trouble: null, at: now})),
      ...changed.map(({news, last, openSince}) => ({
        ...news,
        trouble: news.trouble && {...news.trouble, last: names.get(last ?? '') ?? null},
        at: news.trouble?.kind === 'silent' ? Math.max(news.trouble.since ?? now, openSince ?? now) : now,
      })),
    ])
    seen = new Map(found.map(({screen, ...each}) => [screen.id, each]))
    counts = new Map(SCREEN_STATES.map(kind => [kind, 0]))
    for (const {kind} of found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }

  let stop = () => {}

  const metric: LabelledMetric = {
    name: 'screens',
    help: 'Screens by what the public sees on them, and devices that no screen has reported for',
    label: 'state',
    values: () => [...counts],
  }

  return {
    underWay,
    metric,
    start() {
      stop = scheduler.every(SCREEN_PERIOD, () => {
        if (underWay() === undefined) void track(report(job, pass()))
      })
    },
    async close() {
      stop()
      await underWay()
    },
  }
}

function seenNow(
  screen: StoredScreen,
  hours: OpeningHours,
  {before, now}: {before: Seen | undefined; now: EpochMs},
): Seen {
  const isOn = isOpen(hours, now, screen.report?.zone ?? hours.zone ?? 'UTC')
  const state = screenState({...screen, isOpen: isOn}, now)
  const trouble = isOn ? troubleOf(state) : null
  return {
    kind: state.kind,
    news: {
      deviceId: screen.id,
      deviceNumber: screen.number,
      trouble: trouble && {...trouble, last: null},
      tellAfter: hours.tellAfter,
    },
    openSince: isOn ? (before?.openSince ?? now) : null,
    last: screen.report?.playing ?? before?.last ?? null,
  }
}
