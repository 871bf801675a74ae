import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import pg from 'pg'
import * as z from 'zod'

const lockSchema = z.object({socketFolder: z.string()})

/** Makes every link that was sent expire a moment ago, in the database of the running server. */
export async function expireLinks(dataDir: string): Promise<void> {
  const {socketFolder} = lockSchema.parse(JSON.parse(await readFile(join(dataDir, 'server.lock'), 'utf8')))
  const client = new pg.Client({host: socketFolder, user: 'pulsewall', database: 'pulsewall'})
  await client.connect()
  try {
    await client.query('update link_token set expires_at = $1', [Date.now() - 1])
  } finally {
    await client.end()
  }
}
