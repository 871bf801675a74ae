import {bigint, index, integer, pgTable, text, uuid} from 'drizzle-orm/pg-core'
import type {VideoFactsWire} from '../../../contract/wire/entities/digitalAsset'
import {createdAt, epochMs, id, jsonb, version} from './columns'
import {customer, organisation} from './organisation'

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
    /** What the container of a video tells; null until it has been read. */
    facts: jsonb().$type<VideoFactsWire>(),
    createdAt: createdAt(),
    /** With both, the file can be restored for a while although its asset is deleted. */
    deletedAt: epochMs(),
    deleted: jsonb(),
  },
  table => [index().on(table.organisationId)],
)
