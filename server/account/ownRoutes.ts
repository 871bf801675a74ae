import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {changeOwnEmail, changeOwnPassword} from '../../contract/wire/people/account'
import type {MailLimit} from '../access/mailLimit'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import type {OwnAccount} from './own'

export interface OwnAccountRoutesOptions {
  own: OwnAccount
  onMailQueued: () => void
  onSessionEnded: (sessionId: string) => void
  mailLimit: MailLimit
}

/** Changes that people make to their own account, for which they enter their present password. */
export const ownAccountRoutes: FastifyPluginAsync<OwnAccountRoutesOptions> = async (app, options) => {
  const {own, mailLimit, onMailQueued, onSessionEnded} = options
  const serve = serving(app, 'account')
  const refusals = {400: errorBody, 403: errorBody, 429: errorBody}

  serve({...changeOwnPassword, refusals}, async request => {
    const ended = await own.changePassword(callerOf(request), request.body)
    ended.forEach(onSessionEnded)
    onMailQueued()
  })

  serve({...changeOwnEmail, refusals}, async request => {
    mailLimit.count(request.body.email, request.ip)
    await own.askForEmail(callerOf(request), request.body)
    onMailQueued()
  })
}
