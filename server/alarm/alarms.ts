import {HEARTBEAT_ATTRIBUTE} from '../../contract/rules/deviceStatus'
import {THRESHOLDS_ATTRIBUTE} from '../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/attribute'
import type {Milliseconds} from '../../contract/wire/common'
import type {AttributeRef} from '../attribute/repository'
import type {Database} from '../database/connect'
import type {Cancel, Job, Scheduler} from '../scheduler'
import {createClockFollowing} from '../store/clock'
import {type ChangedRef, createFollowing, noteChanges} from './changes'
import {createDue} from './due'
import {createHeartbeats} from './heartbeats'
import {shownIn} from './progress'
import {HOLD_REVISION} from './revision'
import {type AlarmChange, type AlarmStore, createAlarmStore, type Enqueue, type Executor, type OnChanged} from './store'
import type {FindKeyIds} from './thresholds'
import {createWatching, type WatchedRow} from './watching'

export interface AlarmsOptions {
  database: Pick<Database, 'db' | 'pool'>
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after'>
  job: Job
  findKeyIds: FindKeyIds
  /** Called in the transaction of each change, to queue its notifications. */
  enqueue?: Enqueue
  /** Called after the commit with what values and times have changed. Calls of people publish their own changes. */
  onChanged?: OnChanged
}

const SECOND: Milliseconds = 1000

/** Keeps the alarms of all series under thresholds as values, times and changes of thresholds want it. */
export function createAlarms(options: AlarmsOptions) {
  const {database, scheduler, job, findKeyIds, enqueue = async () => {}, onChanged = () => {}} = options
  const {now} = scheduler
  const store: AlarmStore = createAlarmStore(enqueue)
  const watching = createWatching({database, store, findKeyIds})
  const following = createFollowing({database, store, findKeyIds, now, onChanged})
  const heartbeats = createHeartbeats({store, findKeyIds, now})
  const due = createDue({database, store, enqueue, onChanged})
  /** Since when values could arrive: while the database was away, no series was silent. */
  let settledAt = now()
  /** After the clock was set, as after a start, earlier arrivals say nothing about silence. */
  const followClock = createClockFollowing(scheduler, async ({at, before}) => {
    if (before !== null) settledAt = at
    await due.setClock(at, before === null ? 'unknown' : 'set')
  })
  let stopWaiting: Cancel = () => {}
  let working: Promise<void> | undefined
  let isClosed = false

  function wake() {
    stopWaiting()
    if (!isClosed) working ??= work()
  }

  async function work() {
    await doDue().then(job.succeeded, error => {
      settledAt = now()
      job.failed(error)
    })
    working = undefined
    if (!isClosed) stopWaiting = scheduler.after(SECOND, wake)
  }

  /** Thresholds first, so that no silence is evaluated by a former one. */
  async function doDue() {
    await following.followAll()
    await due.pass(await followClock(), settledAt)
  }

  async function onAttributes(executor: Executor, refs: readonly AttributeRef[]): Promise<() => void> {
    const changed = refs.flatMap(asChanged)
    await noteChanges(executor, changed, now())
    const alive = refs.filter(isHeartbeat)
    const changes: AlarmChange[] = []
    for (const {entityId} of alive) changes.push(...(await heartbeats.receive(executor, entityId)))
    return () => {
      if (changed.length > 0) wake()
      if (changes.length > 0) onChanged(shownIn(changes))
    }
  }

  return {
    store,
    /** What the ingest has values evaluated by. */
    ingest: {
      holdRevision: HOLD_REVISION,
      async watch(rows: readonly WatchedRow[], revision?: number) {
        await followClock()
        const {evaluate, ...watch} = await watching.watch(rows, revision)
        const notifying =
          evaluate &&
          (async (...client: Parameters<typeof evaluate>) => {
            const changes = await evaluate(...client)
            return () => onChanged(shownIn(changes))
          })
        return {...watch, evaluate: notifying}
      },
    },
    /** Call it in the transaction that writes or deletes attributes. Call what it resolves to after the commit. */
    onAttributes,
    /** Call it likewise when devices are given to another customer or to none. It takes effect within a second. */
    onMoving: (executor: Executor, deviceIds: readonly string[]) =>
      noteChanges(
        executor,
        deviceIds.map(entityId => ({entityType: 'device', entityId})),
        now(),
      ),
    /** Follows changes of thresholds, and does what is due. */
    doDue,
    /** Begins to do so, and does it from then on each second. */
    wake,
    underWay: () => working,
    /** Resolves when the work under way is done. The next start goes on. */
    async close() {
      isClosed = true
      stopWaiting()
      await working
    },
  }
}

const isHeartbeat = ({entityType, scope, key}: AttributeRef): boolean =>
  entityType === 'device' && scope === ATTRIBUTE_SCOPES.client && key === HEARTBEAT_ATTRIBUTE

function asChanged({entityType, entityId, scope, key}: AttributeRef): ChangedRef[] {
  if (key !== THRESHOLDS_ATTRIBUTE || scope !== ATTRIBUTE_SCOPES.shared) return []
  return entityType === 'device' || entityType === 'customer' || entityType === 'organisation'
    ? [{entityType, entityId}]
    : []
}
