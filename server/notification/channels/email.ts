import type {Channel} from '../channel'

export const email: Channel<'email'> = {
  addressOf: ({address}) => ({address, secret: null}),
  // More would not be read.
  mostNotices: 50,
  hasFurtherMessages: false,
  async enqueue(transaction, {mails}, {address, deliveryId}) {
    await mails.enqueue(transaction, {kind: 'alarm', email: address, deliveryId})
  },
}
