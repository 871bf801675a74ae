import * as z from 'zod/mini'
import {POLL_TIMEOUT, POLL_TIMEOUT_MAX} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'
import type {LiveAttribute} from '../../contract/wire/telemetry/live'
import type {DeviceRef} from '../device/repository'
import {forbidden} from '../http/failures/errors'
import {createWaiting} from '../http/failures/waiting'
import type {Scheduler} from '../scheduler'
import {type AttributeUpdates, updatesByDevice} from './attributes'

/** The answer to a device that waits for changes of its attributes. */
export type PollOutcome = {kind: 'updated'; updates: AttributeUpdates} | {kind: 'timedOut'} | {kind: 'deviceDeleted'}

export interface AttributePolls {
  /** Resolves at the next change of a shared attribute. Throws 429 when the device waits too often already. */
  wait(deviceId: string, timeout: Milliseconds, signal: AbortSignal): Promise<PollOutcome>
  /** Resolves at whatever may change the playlist of the screen, too. */
  waitForPlaylist(device: DeviceRef, timeout: Milliseconds, signal: AbortSignal): Promise<PollOutcome>
  notify(batch: readonly LiveAttribute[]): void
  /** The screens of the organisation may have to show something else. */
  changePlans(organisationId: string): void
  endDeleted(deviceIds: readonly string[]): void
  close(): void
}

export function createAttributePolls(scheduler: Pick<Scheduler, 'after'>, longestWait?: Milliseconds): AttributePolls {
  const waiting = createWaiting<PollOutcome>(scheduler, longestWait)
  const plans = createWaiting<true>(scheduler, longestWait, Number.POSITIVE_INFINITY)
  const wait: AttributePolls['wait'] = async (deviceId, timeout, signal) =>
    (await waiting.next(deviceId, timeout, signal)) ?? {kind: 'timedOut'}
  return {
    wait,
    // The signal ends the other one as soon as the answer is sent.
    waitForPlaylist: ({id, organisationId}, timeout, signal) =>
      Promise.race([
        wait(id, timeout, signal),
        plans.next(organisationId, timeout, signal).then(() => ({kind: 'timedOut'}) as const),
      ]),
    notify(batch) {
      if (waiting.isEmpty()) return
      for (const [deviceId, updates] of updatesByDevice(batch)) waiting.notify(deviceId, {kind: 'updated', updates})
    },
    endDeleted(deviceIds) {
      for (const id of deviceIds) waiting.notify(id, {kind: 'deviceDeleted'})
    },
    changePlans: organisationId => plans.notify(organisationId, true),
    close() {
      waiting.close()
      plans.close()
    },
  }
}

/** The time that a device waits: as in ThingsBoard, no time means the default. */
export const timeout = z.pipe(
  z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  z.transform(timeout => Math.min(timeout || POLL_TIMEOUT, POLL_TIMEOUT_MAX)),
)

export const deviceDeleted = () => forbidden('Device was deleted!')
