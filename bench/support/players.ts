import {join} from 'node:path'
import * as z from 'zod'
import {askProcess} from './processes'

export const playersOrder = z.object({
  /** There are two processes, because one that reads so much would be late to receive the answers to its heartbeats. */
  does: z.enum(['talk', 'stream']),
  port: z.number(),
  players: z.array(
    z.object({
      token: z.string(),
      /** The revision of its playlist. */
      revision: z.number(),
      /** The files that it streams, one after the other, again and again. */
      urls: z.array(z.string()),
    }),
  ),
  /** The size of each file. */
  fileBytes: z.number(),
  seconds: z.number(),
})
export type PlayersOrder = z.infer<typeof playersOrder>

const playersResult = z.object({
  /** From the POST of each heartbeat to its answer, in ms. */
  heartbeats: z.array(z.number()),
  polls: z.number(),
  ranges: z.number(),
  rangeBytes: z.number(),
  /** The number of unexpected answers, such as "range 200". The status 0 is a broken connection. */
  errors: z.record(z.string(), z.number()),
  /** The CPU time of the players themselves. */
  cpuMilliseconds: z.number(),
})
export type PlayersResult = z.infer<typeof playersResult>

/** Runs one half of what the players do in a process of its own. */
export const runPlayers = (order: PlayersOrder): Promise<PlayersResult> =>
  askProcess(join(import.meta.dirname, 'playersProcess.ts'), order, playersResult)
