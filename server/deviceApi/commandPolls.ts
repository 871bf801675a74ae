import type {Milliseconds} from '../../contract/wire/common'
import type {CommandRequest, DeviceCommands} from '../command/repository'
import {createWaiting} from '../http/failures/waiting'
import type {Scheduler} from '../scheduler'

/** The answer to a device that waits for a command. `delivered` must be called with whether the command arrived. */
export type CommandOutcome =
  | {kind: 'commanded'; request: CommandRequest; delivered: (isDelivered: boolean) => void}
  | {kind: 'timedOut'}
  | {kind: 'deviceDeleted'}

export interface CommandPolls {
  /** Resolves to the next command, which no other caller gets. Throws 429 when the device waits too often already. */
  wait(deviceId: string, timeout: Milliseconds, signal: AbortSignal): Promise<CommandOutcome>
  endDeleted(deviceIds: readonly string[]): void
  close(): void
}

export function createCommandPolls(
  commands: Pick<DeviceCommands, 'attach'>,
  scheduler: Pick<Scheduler, 'after'>,
  longestWait?: Milliseconds,
): CommandPolls {
  const waiting = createWaiting<'deviceDeleted'>(scheduler, longestWait)
  return {
    async wait(deviceId, timeout, signal) {
      const commanded = new AbortController()
      const ended = waiting.next(deviceId, timeout, AbortSignal.any([signal, commanded.signal]))
      let isOver = false
      let detach = () => {}
      const outcome = await new Promise<CommandOutcome>((resolve, reject) => {
        const end = (outcome: CommandOutcome) => {
          isOver = true
          resolve(outcome)
        }
        ended.then(news => isOver || end({kind: news ?? 'timedOut'}), reject)
        detach = commands.attach(deviceId, request => {
          if (isOver) return false
          return new Promise<boolean>(delivered => end({kind: 'commanded', request, delivered}))
        })
      })
      detach()
      commanded.abort()
      return outcome
    },
    endDeleted(deviceIds) {
      for (const id of deviceIds) waiting.notify(id, 'deviceDeleted')
    },
    close: waiting.close,
  }
}
