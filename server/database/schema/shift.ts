import {index, pgTable, text, uuid} from 'drizzle-orm/pg-core'
import type {EpochMs} from '../../../contract/wire/common'
import {epochMs, id, jsonb} from './columns'
import {customer, organisation} from './organisation'

/**
 * Shifts that were handed over: those of an organisation, or of one of its customers, each after the one before. `toId`
 * is the person who took over, if one was named, and `toName` the name then. The first note is that of the hand-over.
 * `by` are emails.
 */
export const handOver = pgTable(
  'hand_over',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    customerId: uuid().references(() => customer.id, {onDelete: 'cascade'}),
    at: epochMs().notNull(),
    by: text().notNull(),
    toId: uuid(),
    toName: text(),
    notes: jsonb().$type<{at: EpochMs; by: string; note: string}[]>().notNull(),
  },
  table => [index().on(table.organisationId, table.customerId, table.id)],
)
