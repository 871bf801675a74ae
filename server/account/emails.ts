import {inArray} from 'drizzle-orm'
import {HOUR} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {linkToken} from '../database/schema/account'
import {createToken, hashToken} from '../http/secrets'
import type {Draft, EmailText, MailRequest, QueuedMail} from '../mail/repository'
import {isEmailTaken, isInvited, type OwnUser, type UserRepository} from '../user/repository'
import * as texts from './emailTexts'
import {
  changedByAdmin,
  emailChangeAsked,
  emailChanged,
  passwordChanged,
  recoveryCodesRenewed,
  secondFactorAdded,
  secondFactorRemoved,
  signInClosed,
  signInsFailed,
} from './emailTexts'

export interface AccountEmailOptions {
  database: Database
  now: () => EpochMs
  users: Pick<UserRepository, 'find' | 'findAllByEmail'>
  /**
   * The origin that links begin with. It must not come from a request, because a caller could then redirect mailed
   * links.
   */
  publicOrigin: () => string
}

/** A queued mail about an account. */
export interface AccountMail extends Pick<QueuedMail, 'email' | 'userId' | 'passwordHash'> {
  kind: Exclude<MailRequest['kind'], 'alarm' | 'onCallGap' | 'weeklyReport'>
}

/** Writes a queued mail and creates its link. Undefined when there is no user to write to. */
export type ComposeEmail = (request: AccountMail) => Promise<Draft | undefined>

const LIFETIMES = {verification: 24 * HOUR, emailChange: 24 * HOUR, passwordReset: HOUR, invitation: 7 * 24 * HOUR}
/** An email about more accounts than this would be a burden; the ones that were used last count. */
const MAX_ACCOUNTS = 10

export function createAccountEmails({database: {db}, now, users, publicOrigin}: AccountEmailOptions): ComposeEmail {
  const {createLink, discard} = linksIn(db, now)

  /** Registrations belong to no organisation. */
  async function verification({email, passwordHash}: AccountMail): Promise<Draft | undefined> {
    const owner = (await users.findAllByEmail(email)).find(({organisationId}) => organisationId === null)
    if (owner === undefined || owner.userDeleted) return undefined
    if (owner.isVerified) return notice(email, texts.alreadyRegistered(publicOrigin()))
    const link = await createLink('verification', owner.id, {passwordHash})
    return {to: email, text: texts.verification(publicOrigin(), link), discard: discard([link])}
  }

  /** Each account of the email gets a link of its own. */
  async function passwordReset({email}: AccountMail): Promise<Draft | undefined> {
    const accounts = (await users.findAllByEmail(email)).filter(({userDeleted}) => !userDeleted).slice(0, MAX_ACCOUNTS)
    const links = await Promise.all(
      accounts.map(async ({id, organisationTitle}) => ({
        ...(await createLink('passwordReset', id)),
        organisationTitle,
      })),
    )
    const [first, ...others] = links
    if (first === undefined) return undefined
    return {to: email, text: texts.passwordReset(publicOrigin(), first, others), discard: discard(links)}
  }

  async function invitation(_request: AccountMail, owner: OwnUser): Promise<Draft | undefined> {
    if (!isInvited(owner)) return undefined
    const link = await createLink('invitation', owner.id)
    const {email, organisationTitle} = owner
    return {to: email, text: texts.invitation(publicOrigin(), link, organisationTitle), discard: discard([link])}
  }

  async function emailChange({email}: AccountMail, owner: OwnUser): Promise<Draft> {
    if (await isEmailTaken(db, owner, email)) return notice(email, texts.emailTaken(publicOrigin()))
    const link = await createLink('emailChange', owner.id, {email})
    return {to: email, text: texts.emailChange(publicOrigin(), link), discard: discard([link])}
  }

  async function withOwner(
    request: AccountMail,
    write: (request: AccountMail, owner: OwnUser) => Promise<Draft | undefined>,
  ) {
    const owner = request.userId === null ? undefined : await users.find(request.userId)
    return owner === undefined || owner.userDeleted ? undefined : write(request, owner)
  }

  return async request => {
    const {kind, email} = request
    switch (kind) {
      case 'verification':
        return verification(request)
      case 'passwordReset':
        return passwordReset(request)
      case 'invitation':
        return withOwner(request, invitation)
      case 'emailChange':
        return withOwner(request, emailChange)
      default:
        return notice(email, NOTICES[kind](publicOrigin()))
    }
  }
}

/** Only the hashes of the links' tokens are stored. */
const linksIn = (db: Database['db'], now: () => EpochMs) => ({
  async createLink(
    kind: keyof typeof LIFETIMES,
    userId: string,
    stored: {email?: string; passwordHash?: string | null} = {},
  ) {
    const token = createToken()
    const expiresAt = now() + LIFETIMES[kind]
    await db.insert(linkToken).values({hash: hashToken(token), kind, userId, ...stored, createdAt: now(), expiresAt})
    return {token, expiresAt}
  },

  discard: (links: readonly {token: string}[]) => async () => {
    await db.delete(linkToken).where(
      inArray(
        linkToken.hash,
        links.map(({token}) => hashToken(token)),
      ),
    )
  },
})

const NOTICES = {
  passwordChanged,
  emailChangeAsked,
  emailChanged,
  changedByAdmin,
  secondFactorAdded,
  secondFactorRemoved,
  recoveryCodesRenewed,
  signInsFailed,
  signInClosed,
}

/** An email whose link needs no token. */
const notice = (to: string, text: EmailText): Draft => ({to, text, async discard() {}})
