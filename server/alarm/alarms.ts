import {HEARTBEAT_ATTRIBUTE} from '../../contract/rules/deviceStatus'
import {THRESHOLDS_ATTRIBUTE} from '../../contract/rules/thresholds'
import {SECOND} from '../../contract/rules/time/durations'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {AttributeRef} from '../attribute/repository'
import type {Database} from '../database/connect'
import type {Cancel, Job, Scheduler} from '../scheduler'
import type {AlarmedScreen, ScreenNews} from '../screen/repository'
import {createClockFollowing} from '../store/clock'
import {type ChangedRef, createFollowing, noteChanges} from './evaluation/changes'
import {createDue} from './evaluation/due'
import {createHeartbeats} from './evaluation/heartbeats'
import {shownIn} from './evaluation/progress'
import {HOLD_REVISION} from './evaluation/revision'
import {alarmedScreens, evaluateScreens} from './evaluation/screens'
import type {FindKeyIds} from './evaluation/thresholds'
import {evaluateUnusual, type Unusual} from './evaluation/unusual'
import {type WatchedRow, Watching} from './evaluation/watching'
import {type AlarmChange, type AlarmStore, createAlarmStore, type Enqueue, type Executor, type OnChanged} from './store'

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

/** Keeps the alarms of all series under thresholds up to date with values, times and changes of thresholds. */
export class Alarms {
  readonly #database
  readonly #scheduler
  readonly #job
  readonly #findKeyIds
  readonly #onChanged
  readonly store: AlarmStore
  readonly #watching
  readonly #following
  readonly #heartbeats
  readonly #due
  /** The time since which values could arrive: while the database was away, no series was silent. */
  #settledAt
  /** Earlier arrivals say nothing about silence after the clock was set, as after a start. */
  readonly #followClock
  #stopWaiting: Cancel = () => {}
  #working: Promise<void> | undefined
  #isClosed = false

  constructor({database, scheduler, job, findKeyIds, enqueue = async () => {}, onChanged = () => {}}: AlarmsOptions) {
    this.#database = database
    this.#scheduler = scheduler
    this.#job = job
    this.#findKeyIds = findKeyIds
    this.#onChanged = onChanged
    const {now} = scheduler
    this.store = createAlarmStore(enqueue)
    this.#watching = new Watching({database, store: this.store, findKeyIds})
    this.#following = createFollowing({database, store: this.store, findKeyIds, now, onChanged})
    this.#heartbeats = createHeartbeats({store: this.store, findKeyIds, now})
    this.#due = createDue({database, store: this.store, enqueue, onChanged})
    this.#settledAt = now()
    this.#followClock = createClockFollowing(scheduler, async ({at, before}) => {
      if (before !== null) this.#settledAt = at
      await this.#due.setClock(at, before === null ? 'unknown' : 'set')
    })
  }

  /** Begins to do so, and does it from then on each second. */
  wake() {
    this.#stopWaiting()
    if (!this.#isClosed) this.#working ??= this.#work()
  }

  /** Follows changes of thresholds, then evaluates due alarms, so that no silence is evaluated by a former one. */
  async doDue() {
    if (!(await this.#due.isAnythingToDo(await this.#followClock()))) return
    await this.#following.followAll()
    await this.#due.pass(await this.#followClock(), this.#settledAt)
  }

  /** Call it in the transaction that writes or deletes attributes, and call its result after the commit. */
  readonly onAttributes = async (executor: Executor, refs: readonly AttributeRef[]): Promise<() => void> => {
    const changed = refs.flatMap(asChanged)
    await noteChanges(executor, changed, this.#scheduler.now())
    const alive = refs.filter(isHeartbeat)
    const changes: AlarmChange[] = []
    for (const {entityId} of alive) changes.push(...(await this.#heartbeats.receive(executor, entityId)))
    return () => {
      if (changed.length > 0) this.wake()
      if (changes.length > 0) this.#onChanged(shownIn(changes))
    }
  }

  /** The part of the alarms by which the ingest evaluates values. */
  readonly ingest = {
    holdRevision: HOLD_REVISION,
    watch: async (rows: readonly WatchedRow[], revision?: number) => {
      await this.#followClock()
      const {evaluate, ...watch} = await this.#watching.watch(rows, revision)
      const notifying =
        evaluate &&
        (async (...client: Parameters<typeof evaluate>) => {
          const changes = await evaluate(...client)
          return () => this.#onChanged(shownIn(changes))
        })
      return {...watch, evaluate: notifying}
    },
  }

  /** Call it with series that became unusual, or usual again. */
  onUnusual(news: readonly Unusual[]): Promise<void> {
    return evaluateUnusual({database: this.#database, store: this.store, onChanged: this.#onChanged}, news)
  }

  /** Call it with the screens whose trouble, or rule, is another one. */
  onScreens(news: readonly ScreenNews[]): Promise<void> {
    const options = {database: this.#database, store: this.store, findKeyIds: this.#findKeyIds}
    return evaluateScreens({...options, onChanged: this.#onChanged}, news)
  }

  /** The screens whose trouble is not over, as far as was known. */
  alarmedScreens(): Promise<AlarmedScreen[]> {
    return alarmedScreens(this.#database)
  }

  /** Call it likewise when devices are given to another customer or to none. It takes effect within a second. */
  onMoving(executor: Executor, deviceIds: readonly string[]) {
    return noteChanges(
      executor,
      deviceIds.map(entityId => ({entityType: 'device', entityId})),
      this.#scheduler.now(),
    )
  }

  underWay() {
    return this.#working
  }

  /** Resolves when the work under way is done. The next start goes on. */
  async close() {
    this.#isClosed = true
    this.#stopWaiting()
    await this.#working
  }

  async #work() {
    await this.doDue().then(this.#job.succeeded, error => {
      this.#settledAt = this.#scheduler.now()
      this.#job.failed(error)
    })
    this.#working = undefined
    if (!this.#isClosed) this.#stopWaiting = this.#scheduler.after(SECOND, () => this.wake())
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
