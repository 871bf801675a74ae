import type {ChildProcess} from 'node:child_process'
import {join} from 'node:path'
import * as z from 'zod'
import {hasExited, startNode} from './processes'

export const watchOrder = z.object({
  origin: z.string(),
  /** The cookies of the sessions that the clients share. */
  cookies: z.array(z.string()),
  /** The ids of the devices that each client watches. */
  watches: z.array(z.array(z.string())),
  /** The key whose points are counted, where that is requested; `k0` by default. */
  key: z.optional(z.string()),
  /** Whether they watch as walls do. */
  isPaced: z.optional(z.boolean()),
})
export type WatchOrder = z.infer<typeof watchOrder>

/** Starts many clients in one new process. Resolves when all of them watch. */
export async function startWatchers(file: string, order: WatchOrder): Promise<Watchers> {
  const child = startNode(join(import.meta.dirname, file))
  child.stderr?.pipe(process.stderr)
  const ready = nextMessage(child)
  child.send(order)
  await ready
  return {
    ask: async question => {
      const answer = nextMessage(child)
      child.send(question)
      return answer
    },
    end: async () => {
      child.kill()
      await hasExited(child)
    },
  }
}

export interface Watchers {
  ask(question: string): Promise<unknown>
  end(): Promise<void>
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`The clients' process ended with ${code}`))
    child.once('exit', failed)
    child.once('message', message => {
      child.off('exit', failed)
      resolve(message)
    })
  })
}
