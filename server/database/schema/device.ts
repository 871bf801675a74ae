import {sql} from 'drizzle-orm'
import {boolean, index, integer, pgTable, primaryKey, text, unique, uuid} from 'drizzle-orm/pg-core'
import {createdAt, epochMs, id, jsonb, version} from './columns'
import {customer, organisation} from './organisation'

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
