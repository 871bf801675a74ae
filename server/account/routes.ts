import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import type {EpochMs} from '../../contract/common'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database} from '../database/connect'
import type {RateLimits} from '../http/rateLimits'
import type {MailRepository} from '../mail/repository'

export interface AccountOptions {
  database: Database
  now: () => EpochMs
  mails: MailRepository
  /** After the transaction that queued a mail. */
  onMailQueued: () => void
  sessions: SessionRepository
  onSessionEnded: (sessionId: string) => void
  /** Throws 400 for a password that is too common. */
  hashNewPassword: (password: string) => Promise<string>
  audit: AuditTrail
  rateLimits: RateLimits
}

/** What people without a session do for their account: register, verify, reset the password, become the first admin. */
export const accountRoutes: FastifyPluginAsyncZod<AccountOptions> = async () => {}
