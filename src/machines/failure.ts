import {isRefusedWith, messageOf} from '../domain/failure'
import {failureHint} from './failureHint'

/** What is said of a failure. It is counted, so that the same message is announced again. */
export const errorOf = (error: unknown, text: string, {attempts}: {attempts: number}) => ({
  attempts: attempts + 1,
  message: messageOf(error, text),
  hint: failureHint(error),
})

/** Where a write ends that fails: another user's change (409) leads elsewhere than any other failure. */
export const failedWrite = <Conflict extends string, Other extends string, Action>(
  targets: {conflict: Conflict; other: Other},
  actions: Action,
) =>
  [
    {guard: ({event}: {event: {error: unknown}}) => isRefusedWith(event.error, 409), target: targets.conflict, actions},
    {target: targets.other, actions},
  ] as const
