import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import type {EpochMs} from '../../contract/common'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'

export interface ProfileOptions {
  database: Database
  now: () => EpochMs
  audit: AuditTrail
}

export const profileRoutes: FastifyPluginAsyncZod<ProfileOptions> = async () => {}
