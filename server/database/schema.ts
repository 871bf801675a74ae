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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {uuidv7} from 'uuidv7'
import type {Language} from '../../contract/languages/languages'
import type {UsualJudging} from '../../contract/rules/usual/judge'
import type {Json} from '../../contract/wire/common'
import type {PictureType} from '../../contract/wire/entities/picture'
import {MAINTENANCE_TARGETS} from '../../contract/wire/maintenance'
import type {NoticeMessage, NoticeWire} from '../../contract/wire/notification'
import type {OnCallPlanWire, RotaOverrideWire} from '../../contract/wire/onCall'
import type {QuietHours} from '../../contract/wire/people/preferences'
import {CHANNEL_KINDS} from '../../contract/wire/target'

const newId = () => uuid().$defaultFn(() => uuidv7())
const id = () => newId().primaryKey()
const epochMs = () => bigint({mode: 'number'})
const createdAt = () =>
  epochMs()
    .notNull()
    .$defaultFn(() => Date.now())
const version = () => integer().notNull().default(1)
/** Any JSON. Drizzle's own `jsonb` parses a stored JSON text a second time, so the text '5' would become a number. */
const jsonb = customType<{data: unknown; driverData: unknown}>({
  dataType: () => 'jsonb',
  toDriver: value => JSON.stringify(value),
})

const bytea = customType<{data: Uint8Array}>({dataType: () => 'bytea'})
const int4multirange = customType<{data: string}>({dataType: () => 'int4multirange'})

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

const MAIL_KINDS = [
  'verification',
  'passwordReset',
  'invitation',
  'emailChange',
  'passwordChanged',
  'emailChangeAsked',
  'emailChanged',
  'changedByAdmin',
  'secondFactorAdded',
  'secondFactorRemoved',
  'recoveryCodesRenewed',
  'signInsFailed',
  'signInClosed',
  'alarm',
  'onCallGap',
  'weeklyReport',
] as const

/**
 * Mail that is still to be sent. Its text and token are made at the moment of sending. So the table contains no
 * secret, and a request takes the same time whether its email is known or not. A row is deleted when its mail was sent
 * or given up. A mail of the kind `alarm` brings the delivery `deliveryId`, one of the kind `onCallGap` is about `rotaId`;
 * `userId` is whose account it is, where that is known.
 */
export const mail = pgTable(
  'mail',
  {
    id: id(),
    kind: text({enum: MAIL_KINDS}).notNull(),
    email: text().notNull(),
    userId: uuid(),
    passwordHash: text(),
    deliveryId: uuid(),
    rotaId: uuid(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    nextTryAt: epochMs().notNull(),
    lastError: text(),
  },
  table => [index().on(table.nextTryAt)],
)

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

/**
 * An address by which a screen shows one wall of an organisation until it is revoked. Its token is stored as SHA-256
 * (hex). Walls are identified by their names.
 */
export const wallLink = pgTable(
  'wall_link',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    wall: text().notNull(),
    name: text().notNull(),
    hash: text().notNull().unique(),
    issuedBy: text().notNull(),
    lastSeenAt: epochMs(),
    revokedAt: epochMs(),
    createdAt: createdAt(),
  },
  table => [index().on(table.organisationId)],
)

/**
 * The versions of a wall, each as it was in the attribute `walls`. A row without a user was stored before versions
 * were. Rows stay when their wall is removed, so that it can be restored.
 */
export const wallVersion = pgTable(
  'wall_version',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    wall: text().notNull(),
    value: jsonb().$type<Json>().notNull(),
    /** The bytes of the value as JSON. */
    size: integer().notNull(),
    userId: uuid(),
    email: text(),
    keptAt: epochMs().notNull(),
  },
  table => [index().on(table.organisationId, table.wall, table.id)],
)

/** A picture that walls of an organisation show. An organisation has the same bytes once. */
export const picture = pgTable(
  'picture',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    name: text().notNull(),
    contentType: text().$type<PictureType>().notNull(),
    size: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    sha256: text().notNull(),
    bytes: bytea().notNull(),
    uploadedBy: text().notNull(),
    createdAt: createdAt(),
  },
  table => [uniqueIndex().on(table.organisationId, table.sha256)],
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

/** `number` is the small id by which telemetry rows refer to the device. */
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

/** A device has one current token, and for a while the former one (`isFormer`), so that it can change over. */
export const deviceCredentials = pgTable(
  'device_credentials',
  {
    id: id(),
    deviceId: uuid()
      .notNull()
      .references(() => device.id, {onDelete: 'cascade'}),
    isFormer: boolean().notNull().default(false),
    credentialsType: text({enum: ['ACCESS_TOKEN']})
      .notNull()
      .default('ACCESS_TOKEN'),
    credentialsValue: text().notNull().unique(),
    /** The row counts for ever when this is null. */
    expiresAt: epochMs(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [unique().on(table.deviceId, table.isFormer)],
)

/**
 * Commands of people to a device. `number` counts the commands of the device. `params` and `answer` are texts of JSON.
 * A queued command with `takenAt` is being handed to the device. Until it is finished it has a time, `expiresAt`, after
 * which it counts as expired, whether a server has noted that or not.
 */
export const command = pgTable(
  'command',
  {
    deviceId: uuid()
      .notNull()
      .references(() => device.id, {onDelete: 'cascade'}),
    number: integer().notNull(),
    method: text().notNull(),
    params: text().notNull(),
    isOneWay: boolean().notNull(),
    state: text({enum: ['queued', 'sent', 'answered', 'failed', 'expired']})
      .notNull()
      .default('queued'),
    sentBy: text().notNull(),
    createdAt: createdAt(),
    expiresAt: epochMs().notNull(),
    takenAt: epochMs(),
    sentAt: epochMs(),
    answeredAt: epochMs(),
    answer: text(),
    /** The reason why it has failed. */
    reason: text(),
  },
  table => [
    primaryKey({columns: [table.deviceId, table.number]}),
    index().on(table.deviceId).where(sql`${table.state} = 'queued' and ${table.takenAt} is null`),
  ],
)

/**
 * A profile by which devices that know its key and its secret register with an organisation, and belong to the
 * customer, if any. The secret is stored as SHA-256 (hex).
 */
export const provisioningProfile = pgTable(
  'provisioning_profile',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    customerId: uuid().references(() => customer.id, {onDelete: 'cascade'}),
    name: text().notNull(),
    key: text().notNull().unique(),
    secretHash: text().notNull(),
    issuedBy: text().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.organisationId), index().on(table.customerId)],
)

/** A device that can be claimed by someone who knows its secret, which is stored as SHA-256 (hex). */
export const claim = pgTable('claim', {
  deviceId: uuid()
    .primaryKey()
    .references(() => device.id, {onDelete: 'cascade'}),
  secretHash: text().notNull(),
  expiresAt: epochMs().notNull(),
})

/**
 * Whether a device is connected by MQTT to one of the servers, which have a random id for each start. `disconnectedAt`
 * is null while it is. A server renews `seenAt` of the devices connected to it; when it no longer does, the state is
 * unknown.
 */
export const deviceConnection = pgTable(
  'device_connection',
  {
    deviceId: uuid()
      .notNull()
      .references(() => device.id, {onDelete: 'cascade'}),
    server: uuid().notNull(),
    connectedAt: epochMs().notNull(),
    disconnectedAt: epochMs(),
    seenAt: epochMs().notNull(),
  },
  table => [
    primaryKey({columns: [table.deviceId, table.server]}),
    index().on(table.server).where(sql`${table.disconnectedAt} is null`),
  ],
)

/**
 * A player that shows `code` until someone types it in for a device, after which the code is null. The player's secret
 * is stored as SHA-256 (hex).
 */
export const pairing = pgTable(
  'pairing',
  {
    secretHash: text().primaryKey(),
    code: text().unique(),
    deviceId: uuid().references(() => device.id, {onDelete: 'cascade'}),
    expiresAt: epochMs().notNull(),
  },
  table => [index().on(table.expiresAt), index().on(table.deviceId)],
)

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

/**
 * A stored file, named by its `id` in the file store. When its asset or organisation is deleted, the row stays behind
 * without an asset until the file is removed, too. `size` is in bytes, `sha256` in hex, `duration` in milliseconds.
 */
export const digitalAsset = pgTable(
  'digital_asset',
  {
    id: id(),
    assetId: uuid()
      .unique()
      .references(() => asset.id, {onDelete: 'set null'}),
    organisationId: uuid().references(() => organisation.id, {onDelete: 'set null'}),
    originalName: text().notNull(),
    size: bigint({mode: 'number'}).notNull(),
    sha256: text().notNull(),
    contentType: text().notNull(),
    duration: integer(),
    createdAt: createdAt(),
  },
  table => [index().on(table.organisationId)],
)

/**
 * Secrets that sign URLs of files, or that salts are derived from. The first server that needs one creates it for all.
 */
export const signingSecret = pgTable('signing_secret', {
  purpose: text().primaryKey(),
  secret: text().notNull(),
})

/**
 * Deleted devices whose telemetry still has to be deleted. It may be too much for one transaction, and more telemetry
 * of the device may still arrive.
 */
export const removedDevice = pgTable('removed_device', {
  number: integer().primaryKey(),
  removedAt: epochMs().notNull(),
})

/** Its single row has the time at which a server has last looked for expired rows. */
export const retentionPass = pgTable('retention_pass', {
  id: smallint().primaryKey(),
  at: epochMs().notNull(),
})

/** A scheduled backup, begun at `at`, which is in the name of its file. It is complete when its `bytes` are known. */
export const scheduledBackup = pgTable('scheduled_backup', {
  at: epochMs().primaryKey(),
  bytes: bigint({mode: 'number'}),
})

/** `scope` is 0 (client), 1 (server) or 2 (shared). Exactly one of the typed values is set. */
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
    /** The bytes of the key and its text or JSON, about as on the wire, where a control character takes six. */
    bytes: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`octet_length(key) + coalesce(octet_length(regexp_replace(str_v, '[[:cntrl:]]', '......', 'g')), 0)
          + coalesce(octet_length(json_v::text), 0)`,
      ),
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

/** The type of a value on the wire: 0 double, 1 long, 2 bool, 3 string, 4 json (`KIND` in `telemetry/value.ts`). */
const kind = () => smallint().notNull().default(0)

/**
 * `value` is the number that charts and aggregates use: a bool is 0 or 1, a text or JSON is null, which SQL leaves out
 * of aggregates. There is no foreign key to the device, because it would cost a look-up for every stored row.
 */
export const telemetry = pgTable(
  'telemetry',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    value: doublePrecision(),
    kind: kind(),
    text: text(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/**
 * The aggregates of a series' numbers in a piece of `minutes` (60, 15, 5 or 1) from `ts` on. Pieces of less than an
 * hour exist only where the one of their hour says so (`isParted`). Times are milliseconds after `ts`. Each length is a
 * partition, so that neighbours of one length are read together.
 */
export const telemetryRollup = pgTable(
  'telemetry_rollup',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    minutes: smallint().notNull(),
    ts: epochMs().notNull(),
    points: integer().notNull(),
    isParted: boolean().notNull(),
    /** The values of the hour have been removed, or are about to be. */
    isKept: boolean().notNull().default(false),
    /** The sum is `high` and `low`: that of the high digits, which is exact, and that of the rest. */
    high: doublePrecision().notNull(),
    low: doublePrecision().notNull(),
    /** The sum of the absolute values. */
    magnitude: doublePrecision().notNull(),
    first: doublePrecision().notNull(),
    last: doublePrecision().notNull(),
    lowest: doublePrecision().notNull(),
    highest: doublePrecision().notNull(),
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
    lowestAt: integer().notNull(),
    highestAt: integer().notNull(),
    events: integer().notNull(),
  },
  table => [
    primaryKey({columns: [table.deviceNumber, table.keyId, table.minutes, table.ts]}),
    index().on(table.deviceNumber, table.keyId, table.ts).where(sql`${table.isKept}`),
  ],
)

/**
 * The numbers of a series in a day or an hour (`minutes`) that begins at `ts`. Blocks of a series don't overlap. A
 * point in `telemetry` counts in place of one here at the same time. Times are milliseconds after `ts`: the first point
 * is at `firstAt`, and each next one `step` later; where that is not so, `step` is null and `at` has the times. `kinds`
 * is null when all are of one.
 */
export const telemetryBlock = pgTable(
  'telemetry_block',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    minutes: smallint().notNull(),
    points: integer().notNull(),
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
    step: integer(),
    at: integer().array(),
    numbers: doublePrecision().array().notNull(),
    kind: kind(),
    kinds: smallint().array(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/** Hours that got points after they may have been rolled up. Until they are rolled up again, their points count. */
export const telemetryMark = pgTable(
  'telemetry_mark',
  {deviceNumber: integer().notNull(), keyId: integer().notNull(), ts: epochMs().notNull()},
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/** Its single row has the time until which any server may have rolled up hours. */
export const rollupPass = pgTable('rollup_pass', {id: smallint().primaryKey(), until: epochMs().notNull()})

/** The newest point of each key. `receivedAt` is the time of its arrival on the server. */
export const latest = pgTable(
  'latest',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    receivedAt: epochMs().notNull(),
    value: doublePrecision(),
    kind: kind(),
    text: text(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId]})],
)

/**
 * The usual numbers of a series (`contract/rules/usual`), learned by the clocks of `zone` from its hours before
 * `learnedTo`. `accepted` lists the levels that people have called normal. `judging` is the state of evaluating its
 * values, and `unusualSince` and `value` the first value by which the series is unusual now, if it is.
 */
export const usualSeries = pgTable(
  'usual_series',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    zone: text().notNull(),
    state: bytea().notNull(),
    learnedTo: epochMs().notNull(),
    isCounter: boolean().notNull().default(false),
    accepted: jsonb()
      .$type<{learnedTo: number; level: number; ts: number; at: number; by: string; reason: string}[]>()
      .notNull()
      .default([]),
    judging: jsonb().$type<UsualJudging>(),
    unusualSince: epochMs(),
    value: doublePrecision(),
  },
  table => [
    primaryKey({columns: [table.deviceNumber, table.keyId]}),
    index('usual_series_unusual').on(table.deviceNumber).where(sql`${table.unusualSince} is not null`),
  ],
)

/**
 * The plays of a video on a device in the hour that begins at `hour`, by the points of the key `played`. It is counted
 * again in the transaction that stores such points, so the two never differ.
 */
export const playHour = pgTable(
  'play_hour',
  {
    deviceNumber: integer().notNull(),
    hour: epochMs().notNull(),
    assetId: uuid().notNull(),
    whole: integer().notNull(),
    brokenOff: integer().notNull(),
    seconds: doublePrecision().notNull(),
    first: epochMs().notNull(),
    last: epochMs().notNull(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.hour, table.assetId]})],
)

/**
 * The times with data of a device in the day of UTC that begins at `day`, whatever its keys: the union of the times
 * from each point to `LATE_AFTER` later, in milliseconds after `day`. It is added to in the statement that stores
 * points. Points of devices whose clock is not set have none. `data` is the same, with as much later as the values of
 * that day count.
 */
export const dataDay = pgTable(
  'data_day',
  {
    deviceNumber: integer().notNull(),
    day: epochMs().notNull(),
    times: int4multirange().notNull(),
    data: int4multirange().notNull().generatedAlwaysAs(sql`data_of(times)`),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.day]})],
)

/**
 * The present state of a series under a threshold: a row for values beyond its limits, one for its silence, and one for
 * values that are unusual. `state` is that of the life cycle. `dueAt` is when it must be evaluated, though no value may
 * come. `isResting`: nothing goes on that a further value within the limits could change. `changes` holds the last
 * evaluations, newest first, as 0 (the same) or 1 (changed); they decide whether the alarm flaps. Alarms are listed by
 * `urgency`, lowest first. There is no foreign key to the device: its removal would lock alarms before latest values,
 * and the ingest locks them the other way round. Occurrences and the journal have none to the alarm: checking it takes
 * longer than writing them, and they are only ever written while their alarm is locked.
 */
export const alarm = pgTable(
  'alarm',
  {
    id: id(),
    deviceId: uuid().notNull(),
    deviceNumber: integer().notNull(),
    keyId: integer()
      .notNull()
      .references(() => telemetryKey.id),
    kind: text({enum: ['value', 'silence', 'unusual']}).notNull(),
    state: jsonb().notNull(),
    threshold: jsonb().notNull(),
    standing: text({
      enum: [
        'normal',
        'unacknowledged',
        'acknowledged',
        'returnedUnacknowledged',
        'latchedUnacknowledged',
        'latchedAcknowledged',
        'shelved',
        'outOfService',
      ],
    }).notNull(),
    severity: text({enum: ['warning', 'critical']}),
    isResting: boolean().notNull(),
    isFlapping: boolean().notNull().default(false),
    changes: text().notNull().default(''),
    occurrenceId: uuid(),
    dueAt: epochMs(),
    changedAt: epochMs().notNull(),
    urgency: epochMs().notNull(),
    version: version(),
  },
  table => [
    unique().on(table.deviceNumber, table.keyId, table.kind),
    index().on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('alarm_busy').on(table.deviceNumber).where(sql`not ${table.isResting}`),
    index().on(table.urgency, table.id).where(sql`${table.standing} <> 'normal'`),
  ],
)

/**
 * An occurrence lasts from the moment at which an alarm is raised until it has ended: `endedBy` says by what. An ended
 * one is never opened again, and changes no more, except that someone acknowledges it. `peak` is the value farthest
 * beyond the limit; of silence it is null.
 */
export const alarmOccurrence = pgTable(
  'alarm_occurrence',
  {
    id: newId().notNull(),
    alarmId: uuid().notNull(),
    severity: text({enum: ['warning', 'critical']}).notNull(),
    raisedAt: epochMs().notNull(),
    returnedAt: epochMs(),
    acknowledgedAt: epochMs(),
    acknowledgedBy: text(),
    endedAt: epochMs(),
    endedBy: text({enum: ['returned', 'reset', 'ruleChanged', 'ruleRemoved']}),
    value: doublePrecision(),
    peak: doublePrecision(),
    peakAt: epochMs(),
  },
  table => [
    primaryKey({columns: [table.alarmId, table.id]}),
    uniqueIndex('alarm_occurrence_open').on(table.alarmId).where(sql`${table.endedAt} is null`),
    index().using('brin', table.raisedAt),
  ],
)

/**
 * The changes of an alarm, each with the version of the alarm that it has led to. Rows are never changed. `by` is an
 * email, `value` the one that caused it.
 */
export const alarmJournal = pgTable(
  'alarm_journal',
  {
    id: newId().notNull(),
    alarmId: uuid().notNull(),
    occurrenceId: uuid(),
    at: epochMs().notNull(),
    kind: text({
      enum: [
        'raised',
        'severityChanged',
        'returned',
        'cleared',
        'closed',
        'acknowledged',
        'reset',
        'shelved',
        'unshelved',
        'shelfEnded',
        'outOfService',
        'backInService',
        'commented',
        'flappingBegan',
        'flappingEnded',
      ],
    }).notNull(),
    severity: text({enum: ['warning', 'critical']}),
    value: doublePrecision(),
    by: text(),
    note: text(),
    until: epochMs(),
    version: integer().notNull(),
  },
  table => [primaryKey({columns: [table.alarmId, table.id]})],
)

/** Its single row counts the changes of thresholds. Evaluations lock it, so that no value is compared with old ones. */
export const thresholdRevision = pgTable('threshold_revision', {
  id: smallint().primaryKey(),
  revision: integer().notNull(),
})

/** Entities whose thresholds have changed, so that the alarms of their devices still have to be evaluated again. */
export const thresholdChange = pgTable('threshold_change', {
  id: id(),
  entityType: text({enum: ['organisation', 'customer', 'device']}).notNull(),
  entityId: uuid().notNull(),
  changedAt: epochMs().notNull(),
})

/**
 * Changes of alarms that the routes of their organisations have still to evaluate, as columns of the journal. Written
 * in the transaction of the change, and deleted when its recipients are known.
 */
export const notificationEntry = pgTable('notification_entry', {
  id: bigint({mode: 'number'}).primaryKey().generatedAlwaysAsIdentity(),
  alarmIds: uuid().array().notNull(),
  occurrenceIds: uuid().array().notNull().$type<(string | null)[]>(),
  kinds: text().array().notNull(),
})

/**
 * The recipients of one message: a step of a route of an organisation, 0 for its first recipients and 1 for its first
 * escalation. `dueAt` is when there may be something to send, `since` when the first of it came, `toldAt` when the last
 * message was sent.
 */
export const notificationGroup = pgTable(
  'notification_group',
  {
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    route: text().notNull(),
    step: smallint().notNull(),
    dueAt: epochMs(),
    since: epochMs(),
    toldAt: epochMs(),
  },
  table => [
    primaryKey({columns: [table.organisationId, table.route, table.step]}),
    index().on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
)

/**
 * The notifications of a group on an occurrence, or on the flapping of an alarm (`subjectId` is its id). A thread is
 * stored until the notified recipients have been notified of the end. `facts` are those of the last notice, for a
 * removed alarm. `backAt` is when the alarm came back from a shelf or into service, or from the state in `backFrom`,
 * after that. Notices are held back from the channels `heldFrom`, whose readers have quiet hours.
 */
export const notificationThread = pgTable(
  'notification_thread',
  {
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    route: text().notNull(),
    step: smallint().notNull(),
    subjectId: uuid().notNull(),
    about: text({enum: ['occurrence', 'flapping']}).notNull(),
    alarmId: uuid().notNull(),
    createdAt: epochMs().notNull(),
    arrivedAt: epochMs().notNull(),
    dueAt: epochMs(),
    backAt: epochMs(),
    backFrom: text({enum: ['maintenance']}),
    toldTo: uuid().array().notNull().default([]),
    toldSeverity: text({enum: ['warning', 'critical']}),
    toldAt: epochMs(),
    facts: jsonb().$type<Omit<NoticeWire, 'id' | 'change'>>().notNull(),
    heldFrom: uuid().array().notNull().default([]),
  },
  table => [
    primaryKey({columns: [table.organisationId, table.route, table.step, table.subjectId]}),
    index().on(table.alarmId),
  ],
)

/**
 * A browser that alarms are pushed to, until the end of the session in which its user switched that on. The endpoint
 * and the keys are enough to send to it.
 */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, {onDelete: 'cascade'}),
    sessionId: uuid()
      .notNull()
      .unique()
      .references(() => session.id, {onDelete: 'cascade'}),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    browser: text(),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId)],
)

/** A target of notifications: an email, or the URL of a webhook with the secret that signs its calls. */
export const notificationChannel = pgTable(
  'notification_channel',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    kind: text({enum: CHANNEL_KINDS}).notNull(),
    address: text().notNull(),
    secret: text(),
  },
  table => [unique().on(table.organisationId, table.kind, table.address)],
)

/**
 * A message to a channel. `key` is derived from its notices and the channel, so that nothing is sent twice. Mail has a
 * row in `mail`, too, until it was sent or given up; a webhook is called by a server that holds `leasedUntil`.
 * `acceptedCalls` names what its peer has accepted of a delivery that needs several calls.
 */
export const notificationDelivery = pgTable(
  'notification_delivery',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    channelId: uuid()
      .notNull()
      .references(() => notificationChannel.id, {onDelete: 'cascade'}),
    route: text().notNull(),
    step: smallint().notNull(),
    key: text().notNull().unique(),
    message: jsonb().$type<NoticeMessage>().notNull(),
    state: text({enum: ['waiting', 'delivered', 'failed']})
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    nextTryAt: epochMs(),
    leasedUntil: epochMs(),
    lastError: text(),
    createdAt: epochMs().notNull(),
    settledAt: epochMs(),
    acceptedCalls: text().array().notNull().default([]),
  },
  table => [
    index().on(table.organisationId, table.id),
    index().on(table.channelId),
    index().on(table.createdAt),
    index().on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
  ],
)

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

/**
 * The people on call: ids of users in the order of their turns, and their overrides. `dueAt` is when it is checked for
 * gaps again; admins have been notified of the gaps that begin until `gapKnownUntil`.
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
    createdBy: text().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  table => [unique('on_call_rota_name').on(table.organisationId, table.name), index().on(table.dueAt)],
)

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
