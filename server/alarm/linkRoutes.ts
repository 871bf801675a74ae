import type {FastifyPluginAsync} from 'fastify'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {acknowledgeByLink} from '../../contract/wire/people/account'
import {countRefusals} from '../access/countRefusals'
import type {GrowingDelay} from '../access/growingDelay'
import {notFound, refusals} from '../http/failures/errors'
import {networkOf} from '../http/network'
import {serving} from '../http/serve'
import type {UserRepository} from '../user/repository'
import type {AcknowledgeLinks} from './acknowledgeLinks'
import type {AlarmCommands} from './commands'

export interface LinkOptions {
  commands: AlarmCommands
  links: Pick<AcknowledgeLinks, 'read' | 'viewerOf'>
  users: Pick<UserRepository, 'find'>
  /** Delays networks that try the tokens of links. */
  guesses: GrowingDelay
  now: () => EpochMs
}

/** The action of a mail's link. Its holder may do no more than the recipient of the mail. */
export const linkRoutes: FastifyPluginAsync<LinkOptions> = async (app, {commands, links, users, guesses, now}) => {
  const serve = serving(app, 'alarm')

  async function holderOf(token: string) {
    const claim = await links.read(token)
    const user = claim && (await users.find(claim.userId))
    const viewer = user && (await links.viewerOf(user, claim.alarmId))
    if (claim === undefined || viewer === undefined) throw notFound(INVALID)
    return {claim, viewer}
  }

  serve({...acknowledgeByLink, refusals: {...refusals, 429: errorBody}}, async ({body: {token}, ip}) => {
    const {claim, viewer} = await countRefusals(guesses.begin(networkOf(ip)), () => holderOf(token))
    const command = {type: 'alarm.acknowledged', note: '', by: viewer.email, at: now()} as const
    const {_id, device_name, key} = await commands.run({...viewer, address: ip}, claim.alarmId, command, claim.version)
    return {_id, device_name, key}
  })
}

const INVALID = 'This link is not valid, or not any more.'
