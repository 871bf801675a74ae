import {DELETED_VIDEO_KEPT} from '../../contract/limits'
import {MINUTE} from '../../contract/rules/time/durations'
import type {Incoming} from '../files/incoming'
import type {FileStore} from '../files/store'
import {createUnderWay, type Job, report, type Scheduler, type UnderWay} from '../scheduler'
import type {FactsReader} from './facts'
import type {DigitalAssetRepository} from './repository'

export interface FileSweepOptions {
  files: DigitalAssetRepository
  store: FileStore
  incoming: Incoming
  scheduler: Pick<Scheduler, 'now' | 'after' | 'every'>
  job: Job
  facts: Pick<FactsReader, 'readMissing'>
  log: {warn(facts: object, message: string): void}
}

export interface FileSweep {
  /** Removes the files of deleted assets that can't be restored. A failed removal is left to the next sweep. */
  removeLeftBehind(): Promise<void>
  /** Removes every file that no asset has, reports assets whose files are missing, and reads facts that are not known. */
  sweep(): Promise<void>
  underWay: UnderWay
  close(): Promise<void>
}

const PERIOD = 60 * MINUTE
/** Soon after the start, what arrived when the last server was killed counts as abandoned. */
const FIRST_PERIOD = 5 * MINUTE
/** A file is stored before its row, which takes no longer than this. */
const SETTLED_AFTER = 60 * MINUTE
/** A restoration that begins in the last moment has ended by then. */
const RESTORED_WITHIN = 5 * MINUTE
const FILES_PER_BATCH = 100

export function createFileSweep({files, store, incoming, facts, scheduler, job, log}: FileSweepOptions): FileSweep {
  const {now, after, every} = scheduler
  const closed = new AbortController()
  let sweeping: Promise<void> = Promise.resolve()
  const {track, underWay} = createUnderWay()

  const leftBehind = () => files.leftBehind(FILES_PER_BATCH, now() - DELETED_VIDEO_KEPT - RESTORED_WITHIN)

  async function removeLeftBehind() {
    let ids = await leftBehind()
    while (ids.length > 0) {
      await Promise.all(ids.map(id => store.remove(id)))
      await files.forget(ids)
      ids = ids.length < FILES_PER_BATCH || closed.signal.aborted ? [] : await leftBehind()
    }
  }

  /** The rows are read first, so that a file without one is either young or nobody's. */
  async function compare() {
    const missing = new Set(await files.allIds())
    for await (const {name, storedAt} of store.list()) {
      if (closed.signal.aborted) return
      const isKnown = missing.delete(name)
      if (!isKnown && now() - storedAt > SETTLED_AFTER) await store.remove(name)
    }
    if (missing.size > 0)
      log.warn({files: [...missing].slice(0, FILES_PER_BATCH)}, `${missing.size} stored files are missing`)
  }

  /** A failed step does not stop the next ones. */
  const sweepOnce = () => {
    const swept = incoming.sweep(now()).finally(removeLeftBehind).finally(compare)
    return report(
      job,
      swept.finally(() => facts.readMissing(closed.signal)),
    )
  }

  function sweep(): Promise<void> {
    sweeping = track(sweeping.then(sweepOnce))
    return sweeping
  }

  const timers = [after(FIRST_PERIOD, sweep), every(PERIOD, sweep)]
  return {
    removeLeftBehind: () => track(report(job, removeLeftBehind())),
    sweep,
    underWay,
    async close() {
      closed.abort()
      for (const cancel of timers) cancel()
      await sweeping
    },
  }
}
