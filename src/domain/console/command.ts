import {COMMAND_BYTES, COMMAND_METHOD_LENGTH, JSON_DEPTH} from '../../../contract/limits'
import type {EpochMs, Json, Milliseconds} from '../../../contract/wire/common'
import {isOneLine, trimmed} from '../../../contract/wire/text'
import {isDeeperThan, parsedJson} from './records/typedJson'
import {texts} from './texts'

/** A command to a device, and what has become of it. Times are on the client's clock. */
export interface Command {
  number: number
  method: string
  params: Json
  isOneWay: boolean
  state: 'queued' | 'sent' | 'answered' | 'failed' | 'expired'
  sentBy: string
  createdAt: EpochMs
  /** Whether the device has got it. */
  isDelivered: boolean
  /** The answer of an answered command. */
  answer?: Json | undefined
  /** The reason why a command failed. */
  reason: string | null
}

/** The form. `params` is a text of JSON; an empty one means no parameters. */
export interface CommandDraft {
  method: string
  params: string
  isOneWay: boolean
  timeout: Milliseconds
}

export interface CommandRequest extends Pick<CommandDraft, 'method' | 'isOneWay' | 'timeout'> {
  params: Json
}

export type CommandProblems = Partial<Record<'method' | 'params', string>>

export const EMPTY_COMMAND: CommandDraft = {method: '', params: '{}', isOneWay: false, timeout: 10_000}

/** The request body nests the parameters one level deeper, and the limits count for the body. */
const DEPTH = JSON_DEPTH - 1
const BYTES = COMMAND_BYTES - 4096

export function commandProblems({method, params}: CommandDraft): CommandProblems {
  const wrong = {method: methodProblem(trimmed(method)), params: paramsProblem(params)}
  return {
    ...(wrong.method === null ? {} : {method: wrong.method}),
    ...(wrong.params === null ? {} : {params: wrong.params}),
  }
}

/** The draft must have no problems. */
export const requestOf = ({method, params, isOneWay, timeout}: CommandDraft): CommandRequest => ({
  method: trimmed(method),
  isOneWay,
  timeout,
  params: params.trim() === '' ? null : (parsedJson(params) ?? null),
})

function methodProblem(method: string): string | null {
  if (method === '') return texts.required(texts.method)
  if (method.length > COMMAND_METHOD_LENGTH) return texts.tooLong(COMMAND_METHOD_LENGTH)
  return isOneLine(method) ? null : texts.controlCharacters
}

function paramsProblem(text: string): string | null {
  if (text.trim() === '') return null
  const json = parsedJson(text)
  if (json === undefined) return texts.noJson
  if (isDeeperThan(json, DEPTH)) return texts.tooDeep(DEPTH)
  const bytes = new TextEncoder().encode(JSON.stringify(json)).length
  return bytes > BYTES ? texts.tooManyBytes(BYTES) : null
}

/** Whether something may still become of it. */
export const isUnderWay = ({state, isOneWay}: Command): boolean => state === 'queued' || (state === 'sent' && !isOneWay)

/** Puts a command in its place among others, the newest first. */
export const withCommand = (commands: readonly Command[], changed: Command): readonly Command[] =>
  [changed, ...commands.filter(({number}) => number !== changed.number)].sort((one, other) => other.number - one.number)
