import {failureOf, isRefusedWith, messageOf} from '../domain/failure'
import {textsOf} from '../domain/language'

/** Returns the message of a failure. It is counted, so that the same message is announced again. */
export const errorOf = (error: unknown, text: string, {attempts}: {attempts: number}) => ({
  attempts: attempts + 1,
  message: messageOf(error, text),
  hint: failureHint(error),
})

/** Has the action `setError` of a machine say that a call failed, and with which of its texts. */
export const setError = <Text extends string>(text: Text) =>
  ({type: 'setError', params: ({event: {error}}: {event: {error: unknown}}) => ({error, text})}) as const

/** The same for a machine that has one text. */
export const SET_ERROR = {
  type: 'setError',
  params: ({event: {error}}: {event: {error: unknown}}) => ({error}),
} as const

/** The target of a failed write: another user's change (409) leads elsewhere than any other failure. */
export const failedWrite = <Conflict extends string, Other extends string, Action>(
  targets: {conflict: Conflict; other: Other},
  actions: Action,
) =>
  [
    {guard: ({event}: {event: {error: unknown}}) => isRefusedWith(event.error, 409), target: targets.conflict, actions},
    {target: targets.other, actions},
  ] as const

export const hintTexts = textsOf('machines.hint', {
  notReached: 'The server can’t be reached right now. What you typed is kept.',
})

export const failureHint = (error: unknown): string | null =>
  failureOf(error).kind === 'unreachable' ? hintTexts.notReached : null
