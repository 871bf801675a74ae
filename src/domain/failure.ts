import {spokenMessage} from './language'

/**
 * `unreachable` means no answer, or only one of a gateway; `refused` means that the server said no; `unexpected` means
 * an answer of an unknown shape, or a defect of this program.
 */
export type FailureKind = 'unreachable' | 'refused' | 'unexpected'

/** Why a call failed. `serverMessage` holds the server's own words, and is null when it sent none. */
export interface Failure {
  kind: FailureKind
  status: number | null
  serverMessage: string | null
}

/** Accepts anything that was thrown. An error that is no failed call becomes an `unexpected` one. */
export function failureOf(error: unknown): Failure {
  return isFailure(error) ? error : {kind: 'unexpected', status: null, serverMessage: null}
}

/** The server's message when it sent one, in the language of the page if it is known, otherwise the given text. */
export function messageOf(error: unknown, text: string): string {
  const {serverMessage} = failureOf(error)
  return serverMessage === null ? text : spokenMessage(serverMessage)
}

export const isRefusedWith = (error: unknown, ...statuses: readonly number[]): boolean =>
  statuses.includes(failureOf(error).status ?? 0)

/** Only these refusals end the session. Any other failure (no answer, 5xx, too many requests) says nothing about it. */
export function endsSession(error: unknown): boolean {
  const {status} = failureOf(error)
  return status === 401 || status === 403
}

/** The same call may succeed later, because the server was away, broken or too busy. */
export function mayPass(error: unknown): boolean {
  const {kind, status} = failureOf(error)
  return kind === 'unreachable' || status === 429 || (status !== null && status >= 500)
}

const KINDS: readonly unknown[] = ['unreachable', 'refused', 'unexpected'] satisfies FailureKind[]

function isFailure(error: unknown): error is Failure {
  return (
    typeof error === 'object' &&
    error !== null &&
    'kind' in error &&
    KINDS.includes(error.kind) &&
    'status' in error &&
    'serverMessage' in error
  )
}

/** The result of an action. `message` is null when it succeeded, otherwise it says why not. */
export interface Result {
  message: string | null
  /** Says what was done, where successes differ. */
  detail?: string
}

/** The result for one of many items. */
export interface Outcome extends Result {
  id: string
}
