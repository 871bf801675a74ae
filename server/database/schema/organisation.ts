import {boolean, index, integer, pgTable, text, uuid} from 'drizzle-orm/pg-core'
import {createdAt, id, jsonb, version} from './columns'

/** Values of its devices are stored for `retentionDays`, or null for as long as the server stores any. */
export const organisation = pgTable('organisation', {
  id: id(),
  organisationProfileId: text(),
  title: text().notNull(),
  email: text().notNull().default(''),
  phone: text().notNull().default(''),
  address: text(),
  address2: text(),
  city: text(),
  state: text(),
  country: text(),
  region: text(),
  zip: text(),
  additionalInfo: jsonb(),
  retentionDays: integer(),
  createdAt: createdAt(),
  version: version(),
})

export const customer = pgTable(
  'customer',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
    title: text(),
    email: text().notNull(),
    phone: text(),
    address: text(),
    address2: text(),
    city: text(),
    state: text(),
    zip: text(),
    country: text(),
    externalId: text(),
    isPublic: boolean().notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  table => [index().on(table.organisationId)],
)
