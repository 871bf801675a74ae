import {bigint, pgTable, smallint, text} from 'drizzle-orm/pg-core'
import {epochMs} from './columns'

/**
 * Secrets that sign URLs of files, or that salts are derived from. The first server that needs one creates it for all.
 */
export const signingSecret = pgTable('signing_secret', {
  purpose: text().primaryKey(),
  secret: text().notNull(),
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
