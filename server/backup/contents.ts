import * as z from 'zod'

/** A change of the file that older servers can't read takes another number. */
const FORMAT = 1

/** The first entry of a backup: the requirements of its tables. */
export const headSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.number(),
  /** The time at which the newest migration of the database was written, as Drizzle names migrations. */
  migration: z.number(),
  /** The tables in an order in which no row comes before the one that it refers to. */
  tables: z.array(z.object({name: z.string(), columns: z.array(z.string())})),
})
export type Head = z.infer<typeof headSchema>

/** `sum` is one of the stored rows, in any order; `sha256` one of their text in the backup. */
const tableSumsSchema = z.object({name: z.string(), rows: z.number(), sum: z.string(), sha256: z.string()})
export type TableSums = z.infer<typeof tableSumsSchema>

/** The last entry of a backup, by which it is checked. `missing` names the files that were missing when it was made. */
export const tailSchema = z.object({
  tables: z.array(tableSumsSchema),
  identities: z.array(z.object({table: z.string(), column: z.string(), last: z.string(), isCalled: z.boolean()})),
  files: z.array(z.object({name: z.string(), sha256: z.string()})),
  missing: z.array(z.string()),
})
export type Tail = z.infer<typeof tailSchema>

/** The names of the entries, in their order. */
export const HEAD = 'head.json'
export const TABLES = 'tables/'
export const FILES = 'files/'
export const CONFIG = 'config.json'
export const TAIL = 'tail.json'

export function createHead(head: Omit<Head, 'format'>): Head {
  return {format: FORMAT, ...head}
}
