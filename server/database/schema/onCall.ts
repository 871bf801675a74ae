import {boolean, index, integer, pgTable, text, unique, uuid} from 'drizzle-orm/pg-core'
import type {OnCallPlanWire, RotaOverrideWire} from '../../../contract/wire/onCall'
import type {ChatTarget} from '../../../contract/wire/people/reach'
import {createdAt, epochMs, id, jsonb, version} from './columns'
import {organisation} from './organisation'
import {user} from './user'

/**
 * The people on call: ids of users in the order of their turns, and their overrides. `dueAt` is when it is checked for
 * gaps again; admins have been notified of the gaps that begin until `gapKnownUntil`. `changes` counts the changes of
 * the plan and its overrides. `calendarSalt` is signed in the address of the calendar; null while there is none.
 */
export const onCallRota = pgTable(
  'on_call_rota',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    name: text().notNull(),
    plan: jsonb().$type<OnCallPlanWire>().notNull(),
    overrides: jsonb().$type<RotaOverrideWire[]>().notNull(),
    gapKnownUntil: epochMs(),
    dueAt: epochMs().notNull(),
    changes: integer().notNull().default(0),
    calendarSalt: text(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [unique('on_call_rota_name').on(table.organisationId, table.name), index().on(table.dueAt)],
)

/** The channels by which people chose to be called; without a row by mail, and in their browsers. */
export const onCallReach = pgTable('on_call_reach', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, {onDelete: 'cascade'}),
  email: boolean().notNull(),
  push: boolean().notNull(),
  chat: jsonb().$type<ChatTarget>(),
  createdAt: createdAt(),
})
