import * as z from 'zod/mini'
import {id} from './common'

/** Without control characters, blanks and what would make a list of it. */
const EMAIL = /^[^\s@<>,;"\0]{1,64}@[^\s@<>,;"\0]{1,189}$/
const URL_LENGTH = 2000
const SECRET_LENGTH_MIN = 16
const BODY_LENGTH = 10_000

/** `user:password@` would be shown with the address. */
const hasNoPassword = (url: string): boolean => {
  const {username, password} = new URL(url)
  return username === '' && password === ''
}

/** The placeholder that people read for a secret. Written back, it means that the secret stays as it is. */
const STORED_SECRET = /^kept:[0-9a-f]{16}$/

export const isKept = (value: unknown): value is string => typeof value === 'string' && STORED_SECRET.test(value)

/** The characters that a header can hold without ending it. */
const TOKEN = /^[\x21-\x7e]{1,1000}$/
const HEADER_LINE = /^[\w!#$%&'*+.^`|~-]+: ?[\x20-\x7e]*$/
/** The call sets these itself, or they belong to one connection (RFC 9110, 7.6.1). */
const OWN_HEADER =
  /^(host|content-length|content-type|expect|connection|proxy-connection|keep-alive|te|trailer|transfer-encoding|upgrade):/i

const isHeaders = (text: string): boolean =>
  text.split('\n').every(line => HEADER_LINE.test(line) && !OWN_HEADER.test(line))

const url = z
  .string()
  .check(z.url({protocol: /^https?$/, normalize: true, abort: true}), z.maxLength(URL_LENGTH), z.refine(hasNoPassword))
const matching = (pattern: RegExp) => z.string().check(z.trim(), z.regex(pattern))
const token = matching(TOKEN)
const secretUrl = z.union([matching(STORED_SECRET), url])

/** The fields of targets in the order of the form. */
export const TARGETS = {
  email: z.object({
    kind: z.literal('email'),
    address: z.string().check(z.trim(), z.toLowerCase(), z.regex(EMAIL)),
  }),
  /** `secret` signs the calls. Base64 after `whsec_`, as in the Standard Webhooks; otherwise the text itself. */
  webhook: z.object({
    kind: z.literal('webhook'),
    url,
    secret: z.string().check(z.trim(), z.minLength(SECRET_LENGTH_MIN), z.maxLength(URL_LENGTH)),
  }),
  slack: z.object({kind: z.literal('slack'), url: secretUrl}),
  teams: z.object({kind: z.literal('teams'), url: secretUrl}),
  discord: z.object({kind: z.literal('discord'), url: secretUrl}),
  telegram: z.object({
    kind: z.literal('telegram'),
    token,
    chat: matching(/^(-?\d{1,20}|@\w{4,32})$/),
    thread: z.optional(matching(/^\d{1,10}$/)),
    url: z.optional(url),
  }),
  pagerduty: z.object({kind: z.literal('pagerduty'), key: token, url: z.optional(url)}),
  opsgenie: z.object({kind: z.literal('opsgenie'), key: token, url: z.optional(url)}),
  ntfy: z.object({kind: z.literal('ntfy'), url, topic: matching(/^[-\w]{1,64}$/), token: z.optional(token)}),
  pushover: z.object({
    kind: z.literal('pushover'),
    token,
    user: token,
    device: z.optional(matching(/^[\w,-]{1,100}$/)),
    url: z.optional(url),
  }),
  gotify: z.object({kind: z.literal('gotify'), url, token}),
  matrix: z.object({kind: z.literal('matrix'), url, room: matching(/^![^\s/?#]{1,254}$/), token}),
  /** Without `email` the recipients are all who may see the alarm and have switched on notifications. */
  push: z.object({
    kind: z.literal('push'),
    email: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.regex(EMAIL))),
  }),
  alertmanager: z.object({kind: z.literal('alertmanager'), url, token: z.optional(token)}),
  /** `headers` are lines of `Name: value`. `body` is a Liquid template. */
  http: z.object({
    kind: z.literal('http'),
    method: z.enum(['POST', 'PUT']),
    url: secretUrl,
    contentType: matching(/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/),
    headers: z.optional(
      z.string().check(
        z.trim(),
        z.minLength(1),
        z.maxLength(URL_LENGTH),
        z.refine(text => isKept(text) || isHeaders(text)),
      ),
    ),
    body: z.string().check(z.minLength(1), z.maxLength(BODY_LENGTH)),
  }),
}

export type ChannelKind = keyof typeof TARGETS

export const CHANNEL_KINDS = [
  ...(['email', 'webhook', 'slack', 'teams', 'discord', 'telegram', 'pagerduty', 'opsgenie'] as const),
  ...(['ntfy', 'pushover', 'gotify', 'matrix', 'push', 'alertmanager', 'http'] as const),
] as const satisfies readonly ChannelKind[]

type Targets = {[Kind in ChannelKind]: z.infer<(typeof TARGETS)[Kind]>}

/** A target of one of these kinds. */
export type TargetOf<Kinds extends ChannelKind> = {[Kind in Kinds]: {kind: Kind} & Targets[Kind]}[Kinds]

/** The person on call in a rota when the notification is sent. */
const rotaTarget = z.object({kind: z.literal('rota'), rota: id})
export type RotaTarget = z.infer<typeof rotaTarget>

/** The target of a route's notifications: an inbox, a web address that is called, or the person on call. */
export const target = z.discriminatedUnion('kind', [
  TARGETS.email,
  TARGETS.webhook,
  TARGETS.slack,
  TARGETS.teams,
  TARGETS.discord,
  TARGETS.telegram,
  TARGETS.pagerduty,
  TARGETS.opsgenie,
  TARGETS.ntfy,
  TARGETS.pushover,
  TARGETS.gotify,
  TARGETS.matrix,
  TARGETS.push,
  TARGETS.alertmanager,
  TARGETS.http,
  rotaTarget,
])
export type Target = TargetOf<ChannelKind>
export type RouteTarget = Target | RotaTarget

export type TargetField<Kind extends ChannelKind> = Exclude<keyof Targets[Kind], 'kind'> & string

/** The fields that nobody can read again, not even their writer. */
export const SECRET_FIELDS: {readonly [Kind in ChannelKind]: readonly TargetField<Kind>[]} = {
  email: [],
  webhook: ['secret'],
  slack: ['url'],
  teams: ['url'],
  discord: ['url'],
  telegram: ['token'],
  pagerduty: ['key'],
  opsgenie: ['key'],
  ntfy: ['token'],
  pushover: ['token', 'user'],
  gotify: ['token'],
  matrix: ['token'],
  push: [],
  alertmanager: ['token'],
  http: ['url', 'headers'],
}

/** The maximum number of targets of a kind in a step of a route. */
export const TARGET_LIMITS = {email: 20, webhook: 1, others: 5}

export const targetLimit = (kind: RouteTarget['kind']): number =>
  kind === 'email' || kind === 'webhook' ? TARGET_LIMITS[kind] : TARGET_LIMITS.others
