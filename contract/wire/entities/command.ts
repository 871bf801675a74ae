import * as z from 'zod/mini'
import {COMMAND_METHOD_LENGTH, COMMAND_TIMEOUT, COMMAND_TIMEOUT_MAX} from '../../limits'
import {json} from '../common'
import {addition} from '../route'
import {trim} from '../text'

export const COMMAND_STATES = ['queued', 'sent', 'answered', 'failed', 'expired'] as const

/**
 * `timeout` is how long the device has for its answer, in milliseconds; `one_way` says that it gives none.
 */
export const commandBody = z.strictObject({
  method: z.string().check(trim(), z.minLength(1), z.maxLength(COMMAND_METHOD_LENGTH), z.regex(/^[^\0]*$/)),
  params: z._default(json, null),
  timeout: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(COMMAND_TIMEOUT_MAX)), COMMAND_TIMEOUT),
  one_way: z._default(z.boolean(), false),
})

/**
 * A command and its outcome; times are epoch ms. It is `queued` until its device has got it, and then `sent`, which is
 * the end of one that is one-way. A device that refuses it has it `failed`, for a `reason` in words; when its time
 * passed first it is `expired`. `number` counts the commands of the device.
 */
export const command = z.object({
  number: z.number(),
  method: z.string(),
  params: json,
  one_way: z.boolean(),
  state: z.enum(COMMAND_STATES),
  sent_by: z.string(),
  createdAt: z.number(),
  expires_at: z.number(),
  sent_at: z.nullable(z.number()),
  answered_at: z.nullable(z.number()),
  /** The answer to an answered command. */
  answer: z.optional(json),
  reason: z.nullable(z.string()),
})
export type CommandWire = z.infer<typeof command>

/** Sends a command to a device: ThingsBoard's server-side RPC. */
export const sendCommand = addition('POST', '/api/v0/device/:id/command', {body: commandBody, answer: command})
/** Lists the stored commands, newest first. */
export const listCommands = addition('GET', '/api/v0/device/:id/commands', {
  answer: z.object({commands: z.array(command)}),
})
