import {createHmac} from 'node:crypto'
import {and, eq, notExists, sql} from 'drizzle-orm'
import {alias} from 'drizzle-orm/pg-core'
import {target} from '../../contract/wire/target'
import type {Database} from '../database/connect'
import {notificationChannel} from '../database/schema'
import {once} from '../http/once'
import {createSigningSecret} from '../http/secrets'
import type {Mark} from './channel'
import {addressOf} from './channels'

const MARK_LENGTH = 12
/** The marks of versions before, which were not keyed. */
const FORMER_MARK = ' · [0-9a-f]{8}$'

/** Reads the key of the marks. The first to ask gives stored channels their keyed mark, so that each stays the same channel. */
export function createMarks({db}: Pick<Database, 'db'>): () => Promise<Mark> {
  const signingSecret = createSigningSecret({db}, 'alarmRoutes')
  return once(async () => {
    const key = await signingSecret()
    const mark: Mark = secret => createHmac('sha256', key).update(secret).digest('hex').slice(0, MARK_LENGTH)
    await markAgain(db, mark)
    return mark
  })
}

async function markAgain(db: Database['db'], mark: Mark) {
  const {id, organisationId, kind, address, secret} = notificationChannel
  const former = await db
    .select({id, organisationId, kind, secret})
    .from(notificationChannel)
    .where(and(sql`${address} ~ ${FORMER_MARK}`, sql`${kind} not in ('email', 'webhook', 'push')`))
  const other = alias(notificationChannel, 'other')
  for (const channel of former) {
    const {data} = target.safeParse(JSON.parse(channel.secret ?? 'null'))
    if (data === undefined || data.kind === 'rota') continue
    const marked = addressOf(data, mark).address
    const isSame = and(
      eq(other.organisationId, channel.organisationId),
      eq(other.kind, channel.kind),
      eq(other.address, marked),
    )
    await db
      .update(notificationChannel)
      .set({address: marked})
      .where(and(eq(id, channel.id), notExists(db.select().from(other).where(isSame))))
  }
}
