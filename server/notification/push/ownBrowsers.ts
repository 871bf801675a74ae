import {ECDH} from 'node:crypto'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeMessage} from '../../../contract/wire/notification'
import type {MailLimit} from '../../access/mailLimit'
import type {Caller} from '../../access/viewer'
import {badRequest} from '../../http/failures/errors'
import {type PreferencesRepository, readerOf} from '../../preferences/repository'
import {PUSH_ANSWERS, pushCall} from '../channels/push'
import {makeCall} from '../sending/makeCall'
import type {PostOptions} from '../sending/post'
import {requirePublic} from '../sending/publicAddress'
import {hideSecretsOf} from '../wording/withoutSecrets'
import type {PushKeys} from './keys'
import {composePush} from './pushed'
import type {NewPushSubscription, PushSubscription, PushSubscriptions} from './subscriptions'

export interface OwnBrowsersOptions extends Pick<PostOptions, 'allowPrivate' | 'ca'> {
  subscriptions: PushSubscriptions
  keys: () => Promise<PushKeys>
  preferences: Pick<PreferencesRepository, 'find'>
  mailLimit: MailLimit
  publicOrigin: () => string
  now: () => EpochMs
}

export interface Tested {
  subscription: PushSubscription
  /** Null when the push service has taken it. */
  error: string | null
}

/** Whether it is the public key that it has the form of. */
function isOnCurve(publicKey: string): boolean {
  try {
    ECDH.convertKey(publicKey, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/** The actions of people on the browsers that their alarms are pushed to. */
export class OwnBrowsers {
  readonly #options: OwnBrowsersOptions

  constructor(options: OwnBrowsersOptions) {
    this.#options = options
  }

  get keys() {
    return this.#options.keys
  }

  list(caller: Caller): Promise<PushSubscription[]> {
    return this.#options.subscriptions.list(caller.userId)
  }

  /** Throws 400 for an address of a private network, which no push service has, and for a key that is none. */
  async add(caller: Caller, made: NewPushSubscription): Promise<PushSubscription> {
    const endpoint = new URL(made.endpoint)
    if (endpoint.username !== '' || endpoint.password !== '')
      throw badRequest('endpoint: it must hold no name and no password')
    try {
      if (!this.#options.allowPrivate) requirePublic(endpoint)
    } catch {
      throw badRequest('endpoint: it is no public address')
    }
    if (!isOnCurve(made.keys.p256dh)) throw badRequest('keys: nothing can be encrypted for them')
    return this.#options.subscriptions.add(caller, made)
  }

  end(caller: Caller, id: string): Promise<void> {
    return this.#options.subscriptions.end(caller.userId, id)
  }

  /** Waits for the answers of the push services. Throws 429 while the person has to wait. */
  async test(caller: Caller): Promise<Tested[]> {
    const {subscriptions, preferences, mailLimit, now} = this.#options
    const found = await subscriptions.list(caller.userId)
    if (found.length === 0) return []
    mailLimit.count(`push:${caller.userId}`)
    const reader = await readerOf(preferences, {id: caller.userId})
    const message: NoticeMessage = {type: 'test', at: now(), total: 0, counts: {}, notices: []}
    const pushed = await composePush(
      {message, key: `test:${caller.userId}`, route: ''},
      {reader, now: now(), acknowledgeToken: null},
    )
    return Promise.all(found.map(async subscription => ({subscription, error: await this.#send(subscription, pushed)})))
  }

  async #send(subscription: PushSubscription, pushed: Awaited<ReturnType<typeof composePush>>): Promise<string | null> {
    const {keys, publicOrigin, allowPrivate, ca, now, subscriptions} = this.#options
    const call = await pushCall({...pushed, subscription, keys: await keys()}, publicOrigin())
    const reading = await makeCall(call, PUSH_ANSWERS, {
      allowPrivate,
      ca,
      at: now(),
      signal: new AbortController().signal,
      hide: hideSecretsOf({kind: 'push', secret: subscription.id}),
    })
    if (reading === 'sent') return null
    if ('later' in reading) return reading.later
    if (reading.isGone) await subscriptions.forget(subscription.id)
    return reading.never
  }
}
