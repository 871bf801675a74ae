import {sql} from 'drizzle-orm'
import {boolean, check, index, pgTable, primaryKey, text, uuid} from 'drizzle-orm/pg-core'
import {createdAt, epochMs, id} from './columns'
import {customer, organisation} from './organisation'
import {user} from './user'
import {wallLink} from './wall'

/**
 * The token of a link that works once, stored as SHA-256 (hex) and deleted when the link is used. `passwordHash` is
 * the password of the registration that asked for the link. Only the holder of the link puts it in force, so a stranger
 * who registers someone else's email can't choose the password that gets verified. `email` is the one that is to become
 * the user's.
 */
export const linkToken = pgTable(
  'link_token',
  {
    hash: text().primaryKey(),
    kind: text({enum: ['verification', 'passwordReset', 'emailChange', 'invitation', 'firstAdmin']}).notNull(),
    userId: uuid().references(() => user.id, {onDelete: 'cascade'}),
    email: text(),
    passwordHash: text(),
    createdAt: createdAt(),
    expiresAt: epochMs().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/**
 * The second factor of a user: a shared secret (base32), from which an app makes codes. `confirmedAt` is the moment at
 * which the first code was right. `lastStep` is the time step of the last code that was used, so that each counts once.
 * The secret is stored in plain text, since all secrets of the server are in this database, and codes can't be checked
 * against a hash.
 */
export const totp = pgTable('totp', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, {onDelete: 'cascade'}),
  secret: text().notNull(),
  createdAt: createdAt(),
  confirmedAt: epochMs(),
  lastStep: epochMs(),
})

/**
 * The public half of a key that a device or browser stores for this server (COSE, base64url). It works under the host
 * name `relyingParty` alone. `counter` is how often it was used, or 0 when the device doesn't count.
 */
export const passkey = pgTable(
  'passkey',
  {
    id: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => user.id, {onDelete: 'cascade'}),
    publicKey: text().notNull(),
    counter: epochMs().notNull(),
    transports: text().array().notNull(),
    relyingParty: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: epochMs(),
  },
  table => [index().on(table.userId)],
)

/** The challenge by which a browser proves that it has just made a passkey. */
export const passkeyOffer = pgTable('passkey_offer', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, {onDelete: 'cascade'}),
  challenge: text().notNull(),
  createdAt: createdAt(),
})

/** Codes that replace the second factor once each, stored as SHA-256 (hex). */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: uuid()
      .notNull()
      .references(() => user.id, {onDelete: 'cascade'}),
    hash: text().notNull(),
  },
  table => [primaryKey({columns: [table.userId, table.hash]})],
)

/**
 * A sign-in whose password was right, and which waits for the second factor. The token is stored as SHA-256 (hex).
 * `passwordHash` is the hash that the password was checked against.
 */
export const secondFactorChallenge = pgTable(
  'second_factor_challenge',
  {
    hash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => user.id, {onDelete: 'cascade'}),
    passwordHash: text().notNull(),
    expiresAt: epochMs().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/**
 * A program calls with it. The key is random and stored as SHA-256 (hex). One with the rights of a SYS_ADMIN belongs
 * to no organisation. `lastUsedAt` is written at most every few minutes.
 */
export const apiKey = pgTable(
  'api_key',
  {
    id: id(),
    organisationId: uuid().references(() => organisation.id, {onDelete: 'cascade'}),
    customerId: uuid().references(() => customer.id, {onDelete: 'cascade'}),
    name: text().notNull(),
    authority: text({enum: ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER']}).notNull(),
    scope: text({enum: ['read', 'write']}).notNull(),
    hash: text().notNull().unique(),
    issuedBy: text().notNull(),
    expiresAt: epochMs().notNull(),
    lastUsedAt: epochMs(),
    revokedAt: epochMs(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.organisationId),
    index().on(table.customerId),
    check('api_key_of_system', sql`(${table.organisationId} is null) = (${table.authority} = 'SYS_ADMIN')`),
    check('api_key_of_customer', sql`(${table.customerId} is not null) = (${table.authority} like 'CUSTOMER%')`),
  ],
)

/**
 * The session of a signed-in browser, to which all its tokens belong: of a user, or of a wall link. It ends when the
 * user logs out, when the link is revoked, when a rotated token is used again, or when its last refresh token expires.
 * It was seen last from `address` when its tokens were renewed last, which browsers in use do every quarter of an hour.
 */
export const session = pgTable(
  'session',
  {
    id: id(),
    userId: uuid().references(() => user.id, {onDelete: 'cascade'}),
    wallLinkId: uuid().references(() => wallLink.id, {onDelete: 'cascade'}),
    address: text(),
    userAgent: text(),
    /** Whether it was opened with a second factor, or one was set up in it. */
    isStrong: boolean().notNull().default(false),
    lastSeenAt: epochMs(),
    createdAt: createdAt(),
    endedAt: epochMs(),
  },
  table => [
    index().on(table.userId),
    index().on(table.wallLinkId),
    check('session_holder', sql`num_nonnulls(${table.userId}, ${table.wallLinkId}) = 1`),
  ],
)

/** Tokens are random and stored as SHA-256 (hex). A refresh token with `rotatedAt` has been used. */
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
