import * as z from 'zod/mini'
import {addition, route} from './route'

/** `GET /livez` is answered as long as the process turns. */
export const alive = z.object({status: z.literal('alive')})

/** The database answers. Status 503 says in its message why calls are not served. */
export const readHealth = route('GET', '/healthz', {answer: z.object({status: z.literal('ok')})})

/** `GET /readyz`: calls are served. A warning names what will hinder them if nobody does anything. */
export const ready = z.object({status: z.literal('ready'), warnings: z.array(z.string())})

/** Status 503 of `GET /readyz`, with a sentence for each reason why calls are not served or nothing can be stored. */
export const unready = z.object({message: z.string(), reasons: z.array(z.string()), warnings: z.array(z.string())})

/** A disk that is almost full. It holds some of `data`, `uploads` and `backups`. */
const diskNotice = z.object({
  kind: z.literal('disk'),
  level: z.enum(['warning', 'critical']),
  holds: z.array(z.string()),
  folder: z.string(),
  usedPercent: z.number(),
  freeBytes: z.number(),
  at: z.number(),
})

/** The last scheduled backup failed, at `at`. The newest one was made at `newestAt`, or there is none. */
const backupNotice = z.object({
  kind: z.literal('backup'),
  level: z.enum(['warning', 'critical']),
  folder: z.string(),
  newestAt: z.nullable(z.number()),
  at: z.number(),
})

/** A problem that the operator of the server should solve. */
const notice = z.discriminatedUnion('kind', [diskNotice, backupNotice])
export type Notice = z.infer<typeof notice>

export const listNotices = addition('GET', '/api/v0/system/notices', {answer: z.array(notice)})

/** A server that was not built from a repository has no commit. */
const version = z.object({version: z.string(), commit: z.nullable(z.string()), startedAt: z.number()})
export type VersionWire = z.infer<typeof version>
export const readVersion = addition('GET', '/api/v0/version', {answer: version})
