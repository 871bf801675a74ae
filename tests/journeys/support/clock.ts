import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import pg from 'pg'
import * as z from 'zod'

const lockSchema = z.object({socketFolder: z.string()})

/** Makes every link that was sent expire a moment ago, in the database of the running server. */
export const expireLinks = (dataDir: string) =>
  inDatabaseOf(dataDir, client => client.query('update link_token set expires_at = $1', [Date.now() - 1]))

/** Moves the rotation of every refresh token back in time, so that its second use is no race of a browser with itself. */
export const ageRotations = (dataDir: string, milliseconds: number) =>
  inDatabaseOf(dataDir, client => client.query('update token set rotated_at = rotated_at - $1::bigint', [milliseconds]))

/** Moves all that people have done so far back in time. */
export const ageAudit = (dataDir: string, milliseconds: number) =>
  inDatabaseOf(dataDir, client => client.query('update audit set at = at - $1::bigint', [milliseconds]))

async function inDatabaseOf(dataDir: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const {socketFolder} = lockSchema.parse(JSON.parse(await readFile(join(dataDir, 'server.lock'), 'utf8')))
  const client = new pg.Client({host: socketFolder, user: 'pulsewall', database: 'pulsewall'})
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
