import type {WebhookBody} from '../../../contract/wire/notification'
import type {Channel, Delivery} from '../channel'
import {post} from '../post'
import {signedHeaders} from '../signature'

export const webhook: Channel<'webhook'> = {
  addressOf: ({url, secret}) => ({address: url, secret}),
  // More would not fit into the body of a call.
  mostNotices: 1000,
  hasFurtherMessages: true,
  async send(delivery, {at, allowPrivate, signal}) {
    const {address, secret, key} = delivery
    const body = JSON.stringify(bodyOf(delivery))
    await post(address, signedHeaders(secret ?? '', key, at, body), body, {allowPrivate, signal})
  },
}

const bodyOf = ({message, organisationId, route, step}: Delivery): WebhookBody => ({
  type: message.type,
  timestamp: message.at,
  organisation_id: organisationId,
  route,
  escalation: step,
  total: message.total,
  notices: message.notices,
})
