import {SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import type {Metric} from './metrics'

/** The number of rows that wait in a queue of the database. `oldestAt` is null when none does. */
export interface Waiting {
  count: number
  oldestAt: EpochMs | null
}

/** `name` is the plural of what waits. Both are read at once. */
export function queueMetrics(name: string, read: () => Promise<Waiting>, now: () => EpochMs): readonly Metric[] {
  let reading: Promise<Waiting> | undefined
  const readBoth = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return [
    {name: `${name}_waiting`, help: `How many ${name} wait to be sent`, value: async () => (await readBoth()).count},
    {
      name: `${name}_oldest_waiting_seconds`,
      help: `For how long the oldest of the ${name} waits; absent when none does`,
      async value() {
        const {oldestAt} = await readBoth()
        return oldestAt === null ? undefined : Math.max(0, now() - oldestAt) / SECOND
      },
    },
  ]
}
