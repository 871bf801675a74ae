import {boolean, index, integer, pgTable, text, unique, uuid} from 'drizzle-orm/pg-core'
import type {Language} from '../../../contract/languages/languages'
import type {Json} from '../../../contract/wire/common'
import type {QuietHours} from '../../../contract/wire/people/preferences'
import {createdAt, epochMs, id, jsonb, version} from './columns'
import {customer, organisation} from './organisation'

/**
 * `email` is stored in lower case, and is unique within an organisation alone: in another one someone may have given
 * it to a user without being its owner. Until the owner of an account sets a password, `passwordHash` is empty.
 * `isVerified` says that the email is known to belong to the user; nobody can sign in before that. `failedSignIns` are
 * those in a row, since the last sign-in or a new password.
 */
export const user = pgTable(
  'user',
  {
    id: id(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    name: text(),
    authority: text({enum: ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER']}).notNull(),
    organisationId: uuid().references(() => organisation.id),
    customerId: uuid().references(() => customer.id),
    userDeleted: boolean().notNull().default(false),
    isVerified: boolean().notNull().default(true),
    lastLogin: epochMs(),
    failedSignIns: integer().notNull().default(0),
    createdAt: createdAt(),
    version: version(),
  },
  table => [
    unique('user_email_in_organisation').on(table.email, table.organisationId).nullsNotDistinct(),
    index().on(table.organisationId),
    index().on(table.customerId),
  ],
)

export const profile = pgTable('profile', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, {onDelete: 'cascade'}),
  name: text().notNull(),
  surname: text().notNull(),
  addressLine1: text().notNull(),
  addressLine2: text().notNull(),
  postcode: text().notNull(),
  city: text().notNull(),
  customerType: text({enum: ['private', 'business']}).notNull(),
  temperatureUnit: text({enum: ['celsius', 'fahrenheit']}).notNull(),
  isCompleted: boolean().notNull(),
  createdAt: createdAt(),
  version: version(),
})

/** A `zone` of null is the browser's, and `hours` of null follow the language. */
export const preferences = pgTable('preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, {onDelete: 'cascade'}),
  theme: text({enum: ['system', 'light', 'dark']})
    .notNull()
    .default('system'),
  zone: text(),
  hours: text({enum: ['12', '24']}),
  density: text({enum: ['comfortable', 'compact']})
    .notNull()
    .default('comfortable'),
  language: text().$type<Language>().notNull().default('en'),
  quiet: jsonb().$type<QuietHours>(),
  weeklyReport: boolean().notNull().default(true),
  firstWall: text(),
  createdAt: createdAt(),
  version: version(),
})

/** The overviews that users have changed, stored as a wall; null for those who went back to the standard. */
export const overview = pgTable('overview', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, {onDelete: 'cascade'}),
  wall: jsonb().$type<Json>(),
  createdAt: createdAt(),
  version: version(),
})
