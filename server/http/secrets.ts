import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import {eq} from 'drizzle-orm'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {signingSecret} from '../database/schema/server'
import {once} from './once'

const TOKEN_BYTES = 32

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The database stores only this hash of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A secret that all servers of a database share, made when it is asked for first. */
export const createSigningSecret = ({db}: Pick<Database, 'db'>, purpose: string): (() => Promise<string>) =>
  once(() => read(db, purpose))

export interface Signer {
  sign(text: string): Promise<string>
  isSigned(text: string, signature: string): Promise<boolean>
}

/** Signs texts that people bring back, for one purpose. */
export function createSigner(database: Pick<Database, 'db'>, purpose: string): Signer {
  const secret = createSigningSecret(database, purpose)
  const sign = async (text: string) =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url')
  return {
    sign,
    async isSigned(text, signature) {
      const [given, expected] = [Buffer.from(signature), Buffer.from(await sign(text))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

async function read(db: Database['db'], purpose: string): Promise<string> {
  await db.insert(signingSecret).values({purpose, secret: createToken()}).onConflictDoNothing()
  const {secret} = exactlyOne(await db.select().from(signingSecret).where(eq(signingSecret.purpose, purpose)))
  return secret
}
