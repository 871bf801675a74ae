import type {PushMessage} from '../../../contract/wire/people/push'
import type {pushSubscription} from '../../database/schema/notification'
import type {PushKeys} from './keys'

/** A message to a browser. `topic` is the same in whatever replaces it. */
export interface Pushed {
  topic: string
  urgency: 'normal' | 'high'
  payload: PushMessage
}

/** A pushed message with its browser and keys. */
export interface Recipient extends Pushed {
  subscription: Pick<typeof pushSubscription.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>
  keys: PushKeys
}
