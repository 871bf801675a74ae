import type {EpochMs} from '../../contract/wire/common'
import type {Metric} from './metrics'

/** What waits in a queue of the database. `oldestAt` is null when nothing does. */
export interface Waiting {
  count: number
  oldestAt: EpochMs | null
}

const SECOND = 1000

/** `name` is the plural of what waits. */
export const queueMetrics = (name: string, read: () => Promise<Waiting>, now: () => EpochMs): readonly Metric[] => [
  {name: `${name}_waiting`, help: `How many ${name} wait to be sent`, value: async () => (await read()).count},
  {
    name: `${name}_oldest_waiting_seconds`,
    help: `For how long the oldest of the ${name} waits; absent when none does`,
    async value() {
      const {oldestAt} = await read()
      return oldestAt === null ? undefined : Math.max(0, now() - oldestAt) / SECOND
    },
  },
]
