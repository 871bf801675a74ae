import type {Milliseconds} from '../../contract/wire/common'
import type {Waiting} from '../http/failures/waiting'
import {type Cancel, type Job, report, type Scheduler} from '../scheduler'
import {
  type Command,
  type CommandRef,
  type CommandRepository,
  type Deliver,
  type DeviceCommands,
  isFinished,
} from './repository'

export interface DeliveryOptions {
  commands: CommandRepository
  scheduler: Pick<Scheduler, 'now' | 'after' | 'every'>
  /** Publishes a change of a command to this and the other servers, which then call `notify`. */
  onChanged: (changed: CommandRef) => void
  /** Calls that wait for the outcome of a command, by `keyOf`. */
  waiting: Waiting<true>
  /** Nobody waits for the end of a command for longer. */
  longestWait?: Milliseconds | undefined
  /** Called with each look for what waits. */
  job: Job
}

/** Messages between servers may be lost, so everyone checks now and then. */
const LOOK_EVERY: Milliseconds = 2000

interface Outlet {
  delivers: Set<Deliver>
  isBusy: boolean
  /** There may be something new since the last look. */
  isAsked: boolean
}

export class CommandDelivery implements DeviceCommands {
  readonly #options: DeliveryOptions
  readonly #outlets = new Map<string, Outlet>()
  readonly #asked = new Set<string>()
  #isClosed = false
  readonly #stopLooking

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#stopLooking = options.scheduler.every(LOOK_EVERY, () => void this.#look())
  }

  attach(deviceId: string, deliver: Deliver): () => void {
    const outlet = this.#outlets.get(deviceId) ?? {delivers: new Set(), isBusy: false, isAsked: false}
    this.#outlets.set(deviceId, outlet)
    // Each attachment ends by itself, even if two share a function.
    const own: Deliver = request => deliver(request)
    outlet.delivers.add(own)
    this.#askSoon(deviceId)
    return () => {
      outlet.delivers.delete(own)
      if (outlet.delivers.size === 0 && this.#outlets.get(deviceId) === outlet) this.#outlets.delete(deviceId)
    }
  }

  async answer(deviceId: string, number: number, answer: unknown): Promise<boolean> {
    const isAwaited = await this.#options.commands.answer({deviceId, number}, answer)
    if (isAwaited) this.#options.onChanged({deviceId, number})
    return isAwaited
  }

  /** Call it when something has become of a command, on whatever server. */
  notify(changed: CommandRef): void {
    this.#options.waiting.notify(keyOf(changed), true)
    if (this.#outlets.has(changed.deviceId)) this.#askSoon(changed.deviceId)
  }

  /**
   * Resolves to the state of a command when that is final, or when the caller has gone away or the server closes;
   * undefined when its device has been deleted.
   */
  async finished(queued: Command, signal: AbortSignal): Promise<Command | undefined> {
    const left = Math.max(0, queued.expiresAt - this.#options.scheduler.now())
    const patience = Math.min(left, this.#options.longestWait ?? left)
    const timeUp = new AbortController()
    const cancel = this.#options.scheduler.after(patience, () => timeUp.abort())
    const either = AbortSignal.any([signal, timeUp.signal])
    const goesOn = (found?: Command) => found !== undefined && !isFinished(found, this.#options.scheduler.now())
    let current: Command | undefined = queued
    while (goesOn(current) && !either.aborted && !this.#isClosed) {
      // The wait begins before the look, so that nothing is missed between the two.
      const changed = this.#options.waiting.next(keyOf(queued), LOOK_EVERY, either)
      current = await this.#options.commands.find(queued)
      if (goesOn(current)) await changed
    }
    cancel()
    if (goesOn(current) && timeUp.signal.aborted && patience === left) await this.#options.commands.expire(queued)
    return this.#options.commands.find(queued)
  }

  close(): void {
    this.#isClosed = true
    this.#stopLooking()
    this.#options.waiting.close()
  }

  /** Many devices connect at once after an outage, and are looked up together. */
  #askSoon(deviceId: string) {
    if (this.#asked.size === 0) setImmediate(() => void this.#look(takeAll(this.#asked)))
    this.#asked.add(deviceId)
  }

  async #look(among?: readonly string[]) {
    if (this.#isClosed || this.#outlets.size === 0) return
    const drained = async () =>
      Promise.all((await this.#options.commands.waitingDevices(among)).map(deviceId => this.#drain(deviceId)))
    await report(this.#options.job, drained())
  }

  async #drain(deviceId: string) {
    const outlet = this.#outlets.get(deviceId)
    if (outlet === undefined) return
    outlet.isAsked = true
    if (outlet.isBusy) return
    outlet.isBusy = true
    try {
      while (outlet.isAsked) {
        outlet.isAsked = false
        while (!this.#isClosed && outlet.delivers.size > 0 && (await this.#deliverNext(deviceId, outlet)));
      }
    } finally {
      outlet.isBusy = false
    }
  }

  /** Whether the next one may follow. */
  async #deliverNext(deviceId: string, {delivers}: Outlet): Promise<boolean> {
    const taken = await this.#options.commands.take(deviceId)
    if (taken === undefined) return false
    for (const deliver of delivers) {
      const outcome = await this.#handOver(taken, deliver)
      if (outcome === 'refused') continue
      if (outcome === 'delivered') await this.#options.commands.markSent(taken)
      else if (outcome !== 'unknown') await this.#options.commands.markFailed(taken, outcome.reason)
      this.#options.onChanged(taken)
      return true
    }
    await this.#options.commands.release(taken)
    return false
  }

  /** Nobody waits for a transport for longer than the command has time. */
  async #handOver({number, method, params, isOneWay, expiresAt}: Command, deliver: Deliver) {
    let cancel: Cancel = () => {}
    const timedOut = new Promise<'unknown'>(resolve => {
      cancel = this.#options.scheduler.after(expiresAt - this.#options.scheduler.now(), () => resolve('unknown'))
    })
    try {
      const request = {number, method, params: JSON.parse(params), oneWay: isOneWay}
      const delivered = (async () => ((await deliver(request)) ? 'delivered' : 'refused'))()
      return await Promise.race([delivered, timedOut])
    } catch (error) {
      return {reason: error instanceof Error ? error.message : String(error)}
    } finally {
      cancel()
    }
  }
}

const keyOf = ({deviceId, number}: CommandRef) => `${deviceId} ${number}`

function takeAll<Item>(items: Set<Item>): Item[] {
  const all = [...items]
  items.clear()
  return all
}
