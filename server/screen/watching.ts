import {isDeepStrictEqual} from 'node:util'
import {isOpen, type OpeningHours} from '../../contract/rules/media/openingHours'
import {screenState} from '../../contract/rules/media/screenState'
import {troubleOf} from '../../contract/rules/media/screenTrouble'
import {SECOND} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {createUnderWay, type Job, report, type Scheduler} from '../scheduler'
import type {OpeningHoursOf} from './openingHours'
import type {ScreenNews, ScreenRepository, StoredScreen} from './repository'

export interface WatchingOptions {
  screens: ScreenRepository
  openingHoursOf: OpeningHoursOf
  /** The names of videos by their ids. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  scheduler: Pick<Scheduler, 'now' | 'every'>
  job: Job
  /** Called with all screens in the first pass, and then with those that have changed. */
  onNews: (news: readonly ScreenNews[]) => Promise<void>
}

export const SCREEN_PERIOD: Milliseconds = 30 * SECOND

/** What the last pass has found of a screen. */
interface Seen {
  news: Omit<ScreenNews, 'at'>
  /** Since when it has to be on; null while it has not. */
  openSince: EpochMs | null
  /** The video that it showed last. */
  last: string | null
}

/** Evaluates every half minute what the public sees on all screens. */
export function createScreenWatching({screens, openingHoursOf, namesOf, scheduler, job, onNews}: WatchingOptions) {
  const {track, underWay} = createUnderWay()
  let seen = new Map<string, Seen>()

  async function pass() {
    const now = scheduler.now()
    const stored = await screens.all()
    const hoursOf = await openingHoursOf(stored)
    const found = stored.map(screen => ({
      screen,
      ...seenNow(screen, hoursOf(screen), {before: seen.get(screen.id), now}),
    }))
    const changed = found.filter(({screen, news}) => !isDeepStrictEqual(news, seen.get(screen.id)?.news))
    const names = await namesOf(changed.flatMap(({last}) => last ?? []))
    const gone = [...seen.values()].filter(({news}) => !found.some(({screen}) => screen.id === news.deviceId))
    await onNews([
      ...gone.map(({news}) => ({...news, trouble: null, at: now})),
      ...changed.map(({news, last, openSince}) => ({
        ...news,
        trouble: news.trouble && {...news.trouble, last: names.get(last ?? '') ?? null},
        at: news.trouble?.kind === 'silent' ? Math.max(news.trouble.since ?? now, openSince ?? now) : now,
      })),
    ])
    seen = new Map(found.map(({screen, ...each}) => [screen.id, each]))
  }

  let stop = () => {}

  return {
    underWay,
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
