import {index, pgTable, text, uuid} from 'drizzle-orm/pg-core'
import {epochMs, id, jsonb} from './columns'

/** The audit trail. Rows never change; only retention deletes them. Names are copied, as entities may be deleted. */
export const audit = pgTable(
  'audit',
  {
    id: id(),
    at: epochMs().notNull(),
    userId: uuid(),
    email: text(),
    address: text().notNull(),
    action: text().notNull(),
    entityType: text(),
    entityId: uuid(),
    entityName: text(),
    organisationId: uuid(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  table => [
    index().on(table.organisationId, table.id),
    index().on(table.entityId, table.id),
    index().on(table.userId, table.id),
    index().using('brin', table.at),
  ],
)
