import {join} from 'node:path'
import * as z from 'zod'
import {askProcess} from './processes'

export const callOrder = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Its bytes, as Latin-1. */
  body: z.nullable(z.string()),
  /** Any other ends the calls with a fault. */
  status: z.number(),
  milliseconds: z.number(),
})
export type CallOrder = z.infer<typeof callOrder>

const callResult = z.object({calls: z.number(), fault: z.nullable(z.string())})
export type CallResult = z.infer<typeof callResult>

/** Makes the same call one time after the other in a process of its own, and resolves to how often. */
export async function callAgain(order: CallOrder): Promise<number> {
  const {calls, fault} = await askProcess(join(import.meta.dirname, 'callsProcess.ts'), order, callResult)
  if (fault !== null) throw new Error(fault)
  return calls
}
