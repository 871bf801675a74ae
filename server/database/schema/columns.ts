import {bigint, customType, integer, uuid} from 'drizzle-orm/pg-core'
import {uuidv7} from 'uuidv7'

export const newId = () => uuid().$defaultFn(() => uuidv7())
export const id = () => newId().primaryKey()
export const epochMs = () => bigint({mode: 'number'})
export const createdAt = () =>
  epochMs()
    .notNull()
    .$defaultFn(() => Date.now())
export const version = () => integer().notNull().default(1)

/** Any JSON. Drizzle's own `jsonb` parses a stored JSON text a second time, so the text '5' would become a number. */
export const jsonb = customType<{data: unknown; driverData: unknown}>({
  dataType: () => 'jsonb',
  toDriver: value => JSON.stringify(value),
})

export const bytea = customType<{data: Uint8Array}>({dataType: () => 'bytea'})

export const int4multirange = customType<{data: string}>({dataType: () => 'int4multirange'})
