import {join} from 'node:path'
import * as z from 'zod'
import {hasExited, startNode} from './processes'

/** Below this prefix, the calls of devices answer everybody. */
export const BARE_PREFIX = '/bare'

export const barePathOrder = z.object({dataDir: z.string(), users: z.number()})
export type BarePathOrder = z.infer<typeof barePathOrder>

const started = z.object({origin: z.string(), emails: z.array(z.string()), deviceIds: z.array(z.string())})

export interface BarePathServer extends z.infer<typeof started> {
  pid: number
  stop(): Promise<void>
}

/** Starts a server with this prefix in its own process. */
export async function startBarePathServer(order: BarePathOrder): Promise<BarePathServer> {
  const child = startNode(join(import.meta.dirname, 'barePathProcess.ts'))
  child.stderr?.pipe(process.stderr)
  const answer = new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', code => reject(new Error(`The server's process ended with ${code}`)))
  })
  child.send(order)
  return {
    ...started.parse(await answer),
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect()
      await hasExited(child)
    },
  }
}
