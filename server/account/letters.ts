import {eq} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {linkToken} from '../database/schema'
import {createToken, hashToken} from '../http/secrets'
import type {Draft, LetterText, MailRequest} from '../mail/repository'
import type {UserRepository} from '../user/repository'
import {alreadyRegistered, passwordChanged, passwordReset, verification} from './letterTexts'

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

type LinkMail = AccountMail & {kind: 'verification' | 'passwordReset'}

/** Writes a queued mail and creates its link. Undefined when there is no user to write to. */
export type ComposeLetter = (request: AccountMail) => Promise<Draft | undefined>

const HOUR: Milliseconds = 60 * 60 * 1000
const LIFETIMES: Readonly<Record<LinkMail['kind'], Milliseconds>> = {verification: 24 * HOUR, passwordReset: HOUR}

export function createLetters({database: {db}, now, users, publicOrigin}: LetterOptions): ComposeLetter {
  async function createLink({kind, passwordHash}: LinkMail, userId: string) {
    const token = createToken()
    const hash = hashToken(token)
    const expiresAt = now() + LIFETIMES[kind]
    await db.insert(linkToken).values({hash, kind, userId, passwordHash, createdAt: now(), expiresAt})
    return {token, expiresAt, discard: async () => void (await db.delete(linkToken).where(eq(linkToken.hash, hash)))}
  }

  async function withLink(request: LinkMail): Promise<Draft | undefined> {
    const origin = publicOrigin()
    const owner = await users.findByEmail(request.email)
    if (owner === undefined || owner.userDeleted) return undefined
    if (request.kind === 'verification' && owner.isVerified) return notice(owner.email, alreadyRegistered(origin))
    const {discard, ...link} = await createLink(request, owner.id)
    const text = request.kind === 'verification' ? verification : passwordReset
    return {to: owner.email, text: text(origin, link), discard}
  }

  return async ({kind, ...mail}) =>
    kind === 'passwordChanged' ? notice(mail.email, passwordChanged(publicOrigin())) : withLink({kind, ...mail})
}

/** A letter whose link needs no token. */
const notice = (to: string, text: LetterText): Draft => ({to, text, async discard() {}})
