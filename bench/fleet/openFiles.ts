import * as z from 'zod'

/** For all that is no connection of a device. */
const SPARE = 100

const report = z.object({
  userLimits: z.object({open_files: z.object({soft: z.union([z.number(), z.literal('unlimited')])})}),
})

/**
 * Returns the number of files and sockets that this process may have open. Node has raised it as far as the account may.
 */
export function openFilesLimit(): number {
  const {soft} = report.safeParse(process.report.getReport()).data?.userLimits.open_files ?? {soft: 'unlimited'}
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}

/** Throws when this many connections can't be open. */
export function requireOpenFiles(devices: number, limit: number): void {
  const needed = devices + SPARE
  if (needed <= limit) return
  throw new Error(
    `${devices} devices need ${needed} open files, and this process may have ${limit}: raise the limit ` +
      `(ulimit -n ${needed}), or take at most ${Math.max(0, limit - SPARE)} --devices. The server needs as many.`,
  )
}
