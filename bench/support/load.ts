import {join} from 'node:path'
import * as z from 'zod'
import {askProcess} from './processes'

export const loadOrder = z.object({
  /** HTTP by default. */
  protocol: z.optional(z.enum(['http', 'mqtt'])),
  /** The maximum of unacknowledged messages of a device; one by default, and always by HTTP. */
  inFlight: z.optional(z.number()),
  port: z.number(),
  tokens: z.array(z.string()),
  valuesPerMessage: z.number(),
  /** A message has all its values for so many times, each 1 ms later than the one before; one by default. */
  timesPerMessage: z.optional(z.number()),
  /** With `clock`, each value is the time of its POST, epoch ms; with `shortClock` its last seven digits. */
  values: z.optional(z.enum(['clock', 'shortClock'])),
  /** The rate of all devices together. Null means that a device posts again as soon as its message is acknowledged. */
  messagesPerSecond: z.nullable(z.number()),
  seconds: z.number(),
  /** The time of every device's first point, epoch ms. Each message of a device is 1 ms later than its former one. */
  firstTs: z.number(),
})
export type LoadOrder = z.infer<typeof loadOrder>

const loadResult = z.object({
  /** One number for each device, in the order of `tokens`. */
  sent: z.array(z.number()),
  acknowledged: z.array(z.number()),
  /** The number of answers other than 200 for each status; 0 is a broken connection. */
  refused: z.record(z.string(), z.number()),
  milliseconds: z.number(),
  latencies: z.array(z.number()),
  /** The CPU time of the generator itself. */
  cpuMilliseconds: z.number(),
})
export type LoadResult = z.infer<typeof loadResult>

export interface Load {
  result: Promise<LoadResult>
}

/** Starts the generator in its own process. */
export const startLoad = (order: LoadOrder): Load => ({
  result: askProcess(join(import.meta.dirname, 'loadProcess.ts'), order, loadResult),
})
