import type {Milliseconds} from '../../contract/wire/common'
import type {Waiting} from '../http/waiting'
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
  /** Those who wait for what becomes of a command, by `keyOf`. */
  waiting: Waiting<true>
  /** Nobody waits for the end of a command for longer. */
  longestWait?: Milliseconds | undefined
  /** Called with each look for what waits. */
  job: Job
}

export interface CommandDelivery extends DeviceCommands {
  /** Call it when something has become of a command, on whatever server. */
  notify(changed: CommandRef): void
  /**
   * Resolves to what has become of a command when that is final, or when the caller has gone away or the server closes;
   * undefined when its device has been deleted.
   */
  finished(queued: Command, signal: AbortSignal): Promise<Command | undefined>
  close(): void
}

/** Messages between servers may be lost, so everyone checks now and then. */
const LOOK_EVERY: Milliseconds = 2000

interface Outlet {
  delivers: Set<Deliver>
  isBusy: boolean
  /** There may be something new since the last look. */
  isAsked: boolean
}

export function createCommandDelivery(options: DeliveryOptions): CommandDelivery {
  const {commands, scheduler, onChanged, waiting, job} = options
  const {now, after} = scheduler
  const outlets = new Map<string, Outlet>()
  const asked = new Set<string>()
  let isClosed = false

  /** Many devices connect at once after an outage, and are looked up together. */
  function askSoon(deviceId: string) {
    if (asked.size === 0) setImmediate(() => void look(takeAll(asked)))
    asked.add(deviceId)
  }

  async function look(among?: readonly string[]) {
    if (isClosed || outlets.size === 0) return
    const drained = async () => Promise.all((await commands.waitingDevices(among)).map(drain))
    await report(job, drained())
  }

  async function drain(deviceId: string) {
    const outlet = outlets.get(deviceId)
    if (outlet === undefined) return
    outlet.isAsked = true
    if (outlet.isBusy) return
    outlet.isBusy = true
    try {
      while (outlet.isAsked) {
        outlet.isAsked = false
        while (!isClosed && outlet.delivers.size > 0 && (await deliverNext(deviceId, outlet)));
      }
    } finally {
      outlet.isBusy = false
    }
  }

  /** Whether the next one may follow. */
  async function deliverNext(deviceId: string, {delivers}: Outlet): Promise<boolean> {
    const taken = await commands.take(deviceId)
    if (taken === undefined) return false
    for (const deliver of delivers) {
      const outcome = await handOver(taken, deliver)
      if (outcome === 'refused') continue
      if (outcome === 'delivered') await commands.markSent(taken)
      else if (outcome !== 'unknown') await commands.markFailed(taken, outcome.reason)
      onChanged(taken)
      return true
    }
    await commands.release(taken)
    return false
  }

  /** Nobody waits for a transport for longer than the command has time. */
  async function handOver({number, method, params, isOneWay, expiresAt}: Command, deliver: Deliver) {
    let cancel: Cancel = () => {}
    const timedOut = new Promise<'unknown'>(resolve => {
      cancel = after(expiresAt - now(), () => resolve('unknown'))
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

  const stopLooking = scheduler.every(LOOK_EVERY, () => void look())

  return {
    attach(deviceId, deliver) {
      const outlet = outlets.get(deviceId) ?? {delivers: new Set(), isBusy: false, isAsked: false}
      outlets.set(deviceId, outlet)
      // Each attachment ends by itself, even if two share a function.
      const own: Deliver = request => deliver(request)
      outlet.delivers.add(own)
      askSoon(deviceId)
      return () => {
        outlet.delivers.delete(own)
        if (outlet.delivers.size === 0 && outlets.get(deviceId) === outlet) outlets.delete(deviceId)
      }
    },

    async answer(deviceId, number, answer) {
      const isAwaited = await commands.answer({deviceId, number}, answer)
      if (isAwaited) onChanged({deviceId, number})
      return isAwaited
    },

    notify(changed) {
      waiting.notify(keyOf(changed), true)
      if (outlets.has(changed.deviceId)) askSoon(changed.deviceId)
    },

    async finished(queued, signal) {
      const left = Math.max(0, queued.expiresAt - now())
      const patience = Math.min(left, options.longestWait ?? left)
      const timeUp = new AbortController()
      const cancel = after(patience, () => timeUp.abort())
      const either = AbortSignal.any([signal, timeUp.signal])
      const goesOn = (found?: Command) => found !== undefined && !isFinished(found, now())
      let current: Command | undefined = queued
      while (goesOn(current) && !either.aborted && !isClosed) {
        // Begun before the look, so that nothing is missed between the two.
        const changed = waiting.next(keyOf(queued), LOOK_EVERY, either)
        current = await commands.find(queued)
        if (goesOn(current)) await changed
      }
      cancel()
      if (goesOn(current) && timeUp.signal.aborted && patience === left) await commands.expire(queued)
      return commands.find(queued)
    },

    close() {
      isClosed = true
      stopLooking()
      waiting.close()
    },
  }
}

const keyOf = ({deviceId, number}: CommandRef) => `${deviceId} ${number}`

function takeAll<Item>(items: Set<Item>): Item[] {
  const all = [...items]
  items.clear()
  return all
}
