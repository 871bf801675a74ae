import * as z from 'zod/mini'

/** Without control characters, blanks and what would make a list of it. */
const EMAIL = /^[^\s@<>,;"\0]{1,64}@[^\s@<>,;"\0]{1,189}$/
const URL_LENGTH = 2000
const SECRET_LENGTH_MIN = 16

/** `user:password@` would be shown with the address. */
const hasNoPassword = (url: string): boolean => {
  const {username, password} = new URL(url)
  return username === '' && password === ''
}

export const CHANNEL_KINDS = ['email', 'webhook'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

const targets = {
  email: z.object({
    kind: z.literal('email'),
    address: z.string().check(z.trim(), z.toLowerCase(), z.regex(EMAIL)),
  }),
  /** `secret` signs what is sent. Base64 after `whsec_`, as in the Standard Webhooks; otherwise the text itself. */
  webhook: z.object({
    kind: z.literal('webhook'),
    url: z
      .string()
      .check(
        z.url({protocol: /^https?$/, normalize: true, abort: true}),
        z.maxLength(URL_LENGTH),
        z.refine(hasNoPassword),
      ),
    secret: z.string().check(z.trim(), z.minLength(SECRET_LENGTH_MIN), z.maxLength(URL_LENGTH)),
  }),
} satisfies Record<ChannelKind, unknown>

type Targets = {[Kind in ChannelKind]: z.infer<(typeof targets)[Kind]>}

/** A target of one of these kinds. */
export type TargetOf<Kinds extends ChannelKind> = {[Kind in Kinds]: {kind: Kind} & Targets[Kind]}[Kinds]

/** Where a route sends notifications to: an inbox, or a web address that is called. */
export const target = z.discriminatedUnion('kind', [targets.email, targets.webhook])
export type Target = TargetOf<ChannelKind>

/** How many targets of a kind a step of a route may have. */
export const TARGET_LIMITS: Readonly<Record<ChannelKind, number>> = {email: 20, webhook: 1}
