import {sql} from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {uuidv7} from 'uuidv7'

const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => uuidv7())
const epochMs = () => bigint({mode: 'number'})
const createdAt = () =>
  epochMs()
    .notNull()
    .$defaultFn(() => Date.now())
const version = () => integer().notNull().default(1)
/** Any JSON. Drizzle's own would read a stored text as JSON once more, and make a number of '5'. */
const jsonb = customType<{data: unknown; driverData: unknown}>({
  dataType: () => 'jsonb',
  toDriver: value => JSON.stringify(value),
})

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

/** `email` is stored in lower case. `isVerified`: it has proven to be the user's own; before that nobody signs in with it. */
export const user = pgTable(
  'user',
  {
    id: id(),
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    name: text(),
    authority: text({enum: ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER']}).notNull(),
    organisationId: uuid().references(() => organisation.id),
    customerId: uuid().references(() => customer.id),
    userDeleted: boolean().notNull().default(false),
    isVerified: boolean().notNull().default(true),
    lastLogin: epochMs(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [index().on(table.organisationId), index().on(table.customerId)],
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

/**
 * What a link holds, kept as SHA-256 (hex) and gone when used. `passwordHash`: the password of the registration that asked
 * for the link, so that a stranger who registers somebody's email can't choose the password that gets verified.
 */
export const linkToken = pgTable(
  'link_token',
  {
    hash: text().primaryKey(),
    kind: text({enum: ['verification', 'passwordReset', 'firstAdmin']}).notNull(),
    userId: uuid().references(() => user.id, {onDelete: 'cascade'}),
    passwordHash: text(),
    createdAt: createdAt(),
    expiresAt: epochMs().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/**
 * Mail that is still to be written and sent. What it says, and the token in it, is made at the moment of sending: no secret
 * waits here, and a request costs the same whether its email is known or not. A row is deleted when its mail is gone.
 */
export const mail = pgTable(
  'mail',
  {
    id: id(),
    kind: text({enum: ['verification', 'passwordReset']}).notNull(),
    email: text().notNull(),
    passwordHash: text(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    nextTryAt: epochMs().notNull(),
    lastError: text(),
  },
  table => [index().on(table.nextTryAt)],
)

/** Who did what, kept by value: what it names may be gone. Never changed, never deleted. */
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
  table => [index().on(table.entityId, table.id), index().on(table.userId, table.id)],
)

/** A signed-in browser: the family of its tokens. It ends by log out, reuse of a rotated token, or expiry of its last refresh token. */
export const session = pgTable(
  'session',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, {onDelete: 'cascade'}),
    createdAt: createdAt(),
    endedAt: epochMs(),
  },
  table => [index().on(table.userId)],
)

/** Tokens are random and kept as SHA-256 (hex). A refresh token with `rotatedAt` has been used. */
export const token = pgTable(
  'token',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => session.id, {onDelete: 'cascade'}),
    kind: text({enum: ['access', 'refresh']}).notNull(),
    expiresAt: epochMs().notNull(),
    rotatedAt: epochMs(),
  },
  table => [index().on(table.sessionId), index().on(table.expiresAt)],
)

/** `number` is the small id that telemetry rows carry. */
export const device = pgTable(
  'device',
  {
    id: id(),
    number: integer().generatedAlwaysAsIdentity().unique(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
    customerId: uuid().references(() => customer.id),
    name: text().notNull(),
    type: text(),
    label: text(),
    additionalInfo: jsonb(),
    deviceData: jsonb(),
    firmwareId: uuid(),
    softwareId: uuid(),
    externalId: uuid(),
    deviceProfileId: uuid(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [index().on(table.organisationId), index().on(table.customerId)],
)

export const deviceCredentials = pgTable('device_credentials', {
  id: id(),
  deviceId: uuid()
    .notNull()
    .unique()
    .references(() => device.id, {onDelete: 'cascade'}),
  credentialsType: text({enum: ['ACCESS_TOKEN']})
    .notNull()
    .default('ACCESS_TOKEN'),
  credentialsValue: text().notNull().unique(),
  createdAt: createdAt(),
  version: version(),
})

export const asset = pgTable(
  'asset',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
    customerId: uuid().references(() => customer.id),
    name: text().notNull(),
    label: text(),
    type: text(),
    additionalInfo: jsonb(),
    assetProfileId: uuid(),
    externalId: uuid(),
    parentId: uuid(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [index().on(table.organisationId), index().on(table.customerId), index().on(table.parentId)],
)

/** A device that is gone, whose telemetry is being cleared away: too much for one transaction, and more may still be on its way in. */
export const removedDevice = pgTable('removed_device', {
  number: integer().primaryKey(),
  removedAt: epochMs().notNull(),
})

/** `scope`: 0 client, 1 server, 2 shared. Exactly one of the typed values is set. */
export const attribute = pgTable(
  'attribute',
  {
    id: id(),
    entityType: text({enum: ['device', 'asset', 'customer', 'user', 'organisation']}).notNull(),
    entityId: uuid().notNull(),
    scope: smallint().notNull(),
    key: text().notNull(),
    boolV: boolean(),
    strV: text(),
    longV: bigint({mode: 'number'}),
    dblV: doublePrecision(),
    jsonV: jsonb(),
    lastUpdateTs: epochMs().notNull(),
    organisationId: uuid(),
    version: version(),
  },
  table => [
    unique().on(table.entityType, table.entityId, table.scope, table.key),
    check('attribute_scope', sql`${table.scope} in (0, 1, 2)`),
  ],
)

export const telemetryKey = pgTable('telemetry_key', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
})

/** What a value was on the wire: 0 double, 1 long, 2 bool, 3 string, 4 json. */
const kind = () => smallint().notNull().default(0)

/**
 * `value` is the number that charts and aggregates use: a bool as 0 or 1, text as 0 (a missing value counts as 0).
 * No foreign key to the device: it would cost a look-up for every row of the ingest.
 */
export const telemetry = pgTable(
  'telemetry',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    value: doublePrecision().notNull(),
    kind: kind(),
    text: text(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/** The newest point of each key, kept by upsert. `receivedAt` is its arrival on this server, epoch ms. */
export const latest = pgTable(
  'latest',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    receivedAt: epochMs().notNull(),
    value: doublePrecision().notNull(),
    kind: kind(),
    text: text(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId]})],
)
