import * as z from 'zod/mini'
import {type EpochMs, id} from '../common'
import {addition, nothing} from '../route'

/** A message that a browser is pushed, and its service worker shows. */
export interface PushMessage {
  /** The same in every attempt. */
  id: string
  /** A notification replaces the shown one with its tag, and closes those with the tags in `replaces`. */
  tag: string
  replaces: string[]
  title: string
  body: string
  lang: string
  at: EpochMs
  /** The path that a click opens. */
  url: string
  isUrgent: boolean
  isOver: boolean
  acknowledge: {
    token: string
    label: string
    outcomes: Readonly<Record<'acknowledged' | 'stale' | 'refused' | 'unreachable', string>>
  } | null
}

const ENDPOINT_LENGTH = 2000
/** 65 bytes of a point of P-256, and 16 random ones, in base64url. */
const P256DH = /^B[\w-]{86}$/
const AUTH = /^[\w-]{22}$/

const pushSubscription = z.object({
  id,
  /** A name such as `Firefox on Linux`. */
  browser: z.nullable(z.string()),
  created_at: z.number(),
  /** Whether it was made in the session that asks. */
  is_current: z.boolean(),
})

/** The browsers that alarms of the caller are pushed to. `public_key` is the server's, by which a browser subscribes. */
export const listPushSubscriptions = addition('GET', '/api/v0/users/push', {
  answer: z.object({public_key: z.string(), subscriptions: z.array(pushSubscription)}),
})
/** Replaces the one that was made in the same session, or by the same browser. It ends with the session. */
export const subscribeToPush = addition('POST', '/api/v0/users/push', {
  body: z.object({
    endpoint: z.string().check(z.url({protocol: /^https$/, abort: true}), z.maxLength(ENDPOINT_LENGTH)),
    keys: z.object({p256dh: z.string().check(z.regex(P256DH)), auth: z.string().check(z.regex(AUTH))}),
  }),
  answer: pushSubscription,
  status: 201,
})
export const endPushSubscription = addition('POST', '/api/v0/users/push/end', {body: z.object({id}), answer: nothing})
/** Pushes a test to the browsers of the caller. `error` is null where the push service has taken it. */
export const testPush = addition('POST', '/api/v0/users/push/test', {
  answer: z.object({items: z.array(z.object({id, browser: z.nullable(z.string()), error: z.nullable(z.string())}))}),
})
