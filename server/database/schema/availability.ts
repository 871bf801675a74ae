import {doublePrecision, index, pgTable, uuid} from 'drizzle-orm/pg-core'
import {epochMs, jsonb, version} from './columns'
import {organisation} from './organisation'
import {user} from './user'

/** The time of each admin's next mail about the week before. */
export const weeklyReport = pgTable(
  'weekly_report',
  {
    userId: uuid()
      .primaryKey()
      .references(() => user.id, {onDelete: 'cascade'}),
    dueAt: epochMs().notNull(),
  },
  table => [index().on(table.dueAt)],
)

/** The availability goals of an organisation, in percent of the time: for its devices, and for labels. */
export const availabilityGoal = pgTable('availability_goal', {
  organisationId: uuid()
    .primaryKey()
    .references(() => organisation.id, {onDelete: 'cascade'}),
  goal: doublePrecision(),
  labels: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
  version: version(),
})
