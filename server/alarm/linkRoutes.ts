import type {FastifyPluginAsync} from 'fastify'
import type {EpochMs} from '../../contract/wire/common'
import {acknowledgeByLink} from '../../contract/wire/people/account'
import {notFound} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {UserRepository} from '../user/repository'
import {type AcknowledgeLinks, mayAcknowledge} from './acknowledgeLinks'
import type {AlarmCommands} from './commands'

export interface LinkOptions {
  commands: AlarmCommands
  links: Pick<AcknowledgeLinks, 'read'>
  users: Pick<UserRepository, 'find'>
  now: () => EpochMs
}

/** What the link of a mail does. Whoever holds it may do no more than the person whom the mail was sent to. */
export const linkRoutes: FastifyPluginAsync<LinkOptions> = async (app, {commands, links, users, now}) => {
  const serve = serving(app, 'alarm')

  serve(acknowledgeByLink, async ({body: {token}, ip}) => {
    const claim = await links.read(token)
    const user = claim && (await users.find(claim.userId))
    if (claim === undefined || user === undefined || !mayAcknowledge(user)) throw notFound(INVALID)
    const {id: userId, email, authority, organisationId, customerId} = user
    const caller = {sessionId: '', userId, email, authority, organisationId, customerId, address: ip}
    const command = {type: 'alarm.acknowledged', note: '', by: email, at: now()} as const
    const {_id, device_name, key} = await commands.run(caller, claim.alarmId, command, claim.version)
    return {_id, device_name, key}
  })
}

const INVALID = 'This link is not valid, or not any more.'
