import {index, integer, pgTable, text, uniqueIndex, uuid} from 'drizzle-orm/pg-core'
import type {Json} from '../../../contract/wire/common'
import type {PictureType} from '../../../contract/wire/entities/picture'
import {bytea, createdAt, epochMs, id, jsonb} from './columns'
import {organisation} from './organisation'

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
