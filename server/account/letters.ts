import {eq} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {linkToken} from '../database/schema'
import {createToken, hashToken} from '../http/secrets'
import type {Draft, MailRequest} from '../mail/repository'
import type {UserRepository} from '../user/repository'
import {alreadyRegistered, passwordReset, verification} from './letterTexts'

export interface LetterOptions {
  database: Database
  now: () => EpochMs
  users: Pick<UserRepository, 'findByEmail'>
  /**
   * The origin that links begin with. It must not come from a request, because a caller could then redirect mailed
   * links.
   */
  publicOrigin: () => string
}

/** A queued mail about an account. */
export interface AccountMail {
  kind: Exclude<MailRequest['kind'], 'alarm'>
  email: string
  passwordHash: string | null
}

/** Writes a queued mail and creates its link. Undefined when there is no user to write to. */
export type ComposeLetter = (request: AccountMail) => Promise<Draft | undefined>

const HOUR: Milliseconds = 60 * 60 * 1000
const LIFETIMES: Readonly<Record<AccountMail['kind'], Milliseconds>> = {verification: 24 * HOUR, passwordReset: HOUR}

export function createLetters({database: {db}, now, users, publicOrigin}: LetterOptions): ComposeLetter {
  async function createLink({kind, passwordHash}: AccountMail, userId: string) {
    const token = createToken()
    const hash = hashToken(token)
    const expiresAt = now() + LIFETIMES[kind]
    await db.insert(linkToken).values({hash, kind, userId, passwordHash, createdAt: now(), expiresAt})
    return {token, expiresAt, discard: async () => void (await db.delete(linkToken).where(eq(linkToken.hash, hash)))}
  }

  return async request => {
    const origin = publicOrigin()
    const owner = await users.findByEmail(request.email)
    if (owner === undefined || owner.userDeleted) return undefined
    if (request.kind === 'verification' && owner.isVerified)
      return {to: owner.email, text: alreadyRegistered(origin), async discard() {}}
    const {discard, ...link} = await createLink(request, owner.id)
    const text = request.kind === 'verification' ? verification : passwordReset
    return {to: owner.email, text: text(origin, link), discard}
  }
}
