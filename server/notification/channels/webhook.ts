import {createHmac} from 'node:crypto'
import type {EpochMs} from '../../../contract/wire/common'
import type {WebhookBody} from '../../../contract/wire/notification'
import type {Channel, Delivery} from '../channel'

export const webhook: Channel<'webhook'> = {
  addressOf: ({url, secret}) => ({address: url, secret}),
  // More would not fit into the body of a call.
  mostNotices: 1000,
  hasFurtherMessages: true,
  render(delivery, {at}) {
    const {address, secret, key} = delivery
    const body = JSON.stringify(bodyOf(delivery))
    return [{url: address, headers: signedHeaders(secret ?? '', key, at, body), body}]
  },
  // Its words are its own business.
  answers: {words: () => '', isRefusalTriedAgain: true},
}

const bodyOf = ({message, organisationId, route, step}: Delivery): WebhookBody => ({
  type: message.type === 'test' ? 'test' : 'alarms.changed',
  timestamp: message.at,
  organisation_id: organisationId,
  route,
  escalation: step,
  total: message.total,
  notices: message.notices,
  ...(message.unmanned && {unmanned: message.unmanned}),
})

/** Signs a webhook's body as the Standard Webhooks do: `<id>.<seconds>.<body>` by HMAC-SHA256. */
function signedHeaders(secret: string, id: string, at: EpochMs, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', keyIn(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`}
}

const PREFIX = 'whsec_'

const keyIn = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)
