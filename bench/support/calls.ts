import {join} from 'node:path'
import * as z from 'zod'
import {askProcess} from './processes'

export const callOrder = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Its bytes, as Latin-1. */
  body: z.nullable(z.string()),
  /** Any other ends the calls, and is the fault of their result. */
  status: z.number(),
  milliseconds: z.number(),
})
export type CallOrder = z.infer<typeof callOrder>

const callResult = z.object({calls: z.number(), fault: z.nullable(z.string())})
export type CallResult = z.infer<typeof callResult>

/** Makes the same call one time after the other in a process of its own, until one is answered unexpectedly. */
export const callAgain = (order: CallOrder): Promise<CallResult> =>
  askProcess(join(import.meta.dirname, 'callsProcess.ts'), order, callResult)
