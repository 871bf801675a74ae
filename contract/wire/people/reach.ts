import * as z from 'zod/mini'
import {addition} from '../route'
import {TARGETS, type TargetOf} from '../target'

/** The chats that a person may be called in: an address is all that they need. */
export const CHAT_KINDS = ['slack', 'teams', 'discord'] as const
export type ChatKind = (typeof CHAT_KINDS)[number]
export type ChatTarget = TargetOf<ChatKind>

/** Without an address, the stored one of the same kind remains. Nobody can read it again. */
const chatChange = z.strictObject({kind: z.enum(CHAT_KINDS), url: z.optional(TARGETS.webhook.shape.url)})

/**
 * The channels by which the user is called while on call: mail, the browsers with notifications switched on, and a
 * chat. Without any, as at first, it is mail and those browsers.
 */
export const reach = z.object({
  email: z.boolean(),
  push: z.boolean(),
  chat: z.nullable(z.object({kind: z.enum(CHAT_KINDS)})),
})
export type ReachWire = z.infer<typeof reach>

const reachChange = z.strictObject({email: z.boolean(), push: z.boolean(), chat: z.nullable(chatChange)})
export type ReachChange = z.infer<typeof reachChange>

export const readOwnReach = addition('GET', '/api/v0/users/reach', {answer: reach})
export const changeOwnReach = addition('PUT', '/api/v0/users/reach', {body: reachChange, answer: reach})
