import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {
  makeFirstAdmin,
  register,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '../../contract/wire/people/account'
import {countRefusals} from '../access/countRefusals'
import type {GrowingDelay} from '../access/growingDelay'
import type {KnownAddresses} from '../access/knownAddresses'
import type {MailLimit} from '../access/mailLimit'
import {stranger} from '../access/viewer'
import {badRequest, notFound} from '../http/failures/errors'
import {networkOf} from '../http/network'
import {serving} from '../http/serve'
import {wordsOf} from '../user/repository'
import type {FirstAdmin} from './firstAdmin'
import type {AccountRepository} from './repository'

export interface AccountOptions {
  accounts: AccountRepository
  firstAdmin: FirstAdmin
  /** Called after the transaction that has queued a mail. */
  onMailQueued: () => void
  onSessionEnded: (sessionId: string) => void
  /** Throws 400 for a password that is easy to guess. */
  hashNewPassword: (email: string, password: string, words?: readonly string[]) => Promise<string>
  /** Delays networks that try the tokens of links. */
  guesses: GrowingDelay
  mailLimit: MailLimit
  known: KnownAddresses
}

/**
 * The calls of people without a session: registration, verification, password reset, and the setup of the first admin.
 */
export const accountRoutes: FastifyPluginAsync<AccountOptions> = async (app, options) => {
  const {accounts, firstAdmin, onMailQueued, onSessionEnded, hashNewPassword, guesses, mailLimit, known} = options
  const serve = serving(app, 'account')
  const refusals = {400: errorBody, 429: errorBody}

  serve({...register, refusals}, async request => {
    const {email, password} = request.body
    mailLimit.count(email, request.ip)
    const passwordHash = await hashNewPassword(email, password)
    await accounts.register({email, passwordHash}, stranger(request))
    onMailQueued()
    return {message: 'Successful registration, please verify your email to login.'}
  })

  // HEAD is not served, because mail scanners send it ahead of the reader and would use up the link.
  serve({...verifyEmail, refusals, options: {exposeHeadRoute: false}}, request =>
    countRefusals(guesses.begin(networkOf(request.ip)), async () => {
      if (!(await accounts.verify(request.query.token, stranger(request)))) throw badRequest(WORTHLESS)
      onMailQueued()
      return {message: 'Account successfully verified. Redirecting to login...'}
    }),
  )

  serve({...requestPasswordReset, refusals}, async request => {
    const {email} = request.body
    mailLimit.count(email, request.ip)
    await accounts.requestReset(email, stranger(request))
    onMailQueued()
    return {message: 'Check your email for password reset instructions.'}
  })

  serve({...resetPassword, refusals}, request =>
    countRefusals(guesses.begin(networkOf(request.ip)), async () => {
      const {token} = request.query
      const owner = await accounts.ownerOf(token)
      const passwordHash = await hashNewPassword(owner?.email ?? '', request.body.password, wordsOf(owner))
      const reset = await accounts.resetPassword({token, passwordHash}, stranger(request))
      if (reset === undefined) throw badRequest(WORTHLESS)
      // Owners whose sign-in strangers have blocked can sign in again after a reset by mail.
      known.add(reset.userId, request.ip)
      reset.endedSessionIds.forEach(onSessionEnded)
      return {message: 'Your password has been successfully reset.'}
    }),
  )

  serve({...makeFirstAdmin, refusals: {...refusals, 404: errorBody, 409: errorBody}}, request =>
    countRefusals(guesses.begin(networkOf(request.ip)), async () => {
      const {token, email, password} = request.body
      if (!(await firstAdmin.isNeeded())) throw notFound(NOT_NEEDED)
      const passwordHash = await hashNewPassword(email, password)
      const outcome = await firstAdmin.make({token, email, passwordHash}, stranger(request))
      if (outcome === 'notNeeded') throw notFound(NOT_NEEDED)
      if (outcome === 'wrongToken') throw badRequest(WORTHLESS)
      return {message: 'The first admin is made. Sign in.'}
    }),
  )
}

const WORTHLESS = 'This link is not valid any more.'
const NOT_NEEDED = 'This server has its first admin already.'
