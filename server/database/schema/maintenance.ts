import {sql} from 'drizzle-orm'
import {index, integer, pgTable, text, uuid} from 'drizzle-orm/pg-core'
import {MAINTENANCE_TARGETS} from '../../../contract/wire/maintenance'
import {createdAt, epochMs, id, version} from './columns'
import {organisation} from './organisation'

const maintained = () => ({
  organisationId: uuid()
    .notNull()
    .references(() => organisation.id, {onDelete: 'cascade'}),
  title: text().notNull(),
  targetKind: text({enum: MAINTENANCE_TARGETS}).notNull(),
  targetValue: text(),
})

/**
 * Windows of maintenance: `start` is what the clocks of `zone` show, such as 2026-11-30T02:30, and `rrule` repeats it.
 * `targetName` is what the customer or device was called when the window was written.
 */
export const maintenanceWindow = pgTable(
  'maintenance_window',
  {
    id: id(),
    ...maintained(),
    targetName: text(),
    reason: text().notNull(),
    start: text().notNull(),
    zone: text().notNull(),
    minutes: integer().notNull(),
    rrule: text(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [index().on(table.organisationId)],
)

/**
 * Periods of maintenance of devices, past, present and future: of each window those that are over, and the one that
 * runs or comes next. `dueAt` is its start, then its end; null when it is over and its end has been handled. A period
 * outlives its window.
 */
export const maintenancePeriod = pgTable(
  'maintenance_period',
  {
    id: id(),
    windowId: uuid().notNull(),
    ...maintained(),
    startsAt: epochMs().notNull(),
    endsAt: epochMs().notNull(),
    dueAt: epochMs(),
  },
  table => [
    index().on(table.organisationId, table.endsAt),
    index().on(table.windowId),
    index().on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
)
