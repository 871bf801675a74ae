import {useSelector} from '@xstate/react'
import type {ActorRef, AnyEventObject, Snapshot} from 'xstate'
import {FormMessage} from './FormMessage'

interface Said {
  message: string | null
  hint: string | null
  /** Counts the tries. A new try makes a repeated message be read out again. */
  attempts: number
}

export type Failing = Pick<ActorRef<Snapshot<unknown> & {context: Said}, AnyEventObject>, 'getSnapshot' | 'subscribe'>

/** Shows why the last try of an actor failed. */
export function Failure({machine}: {machine: Failing}) {
  const message = useSelector(machine, ({context}) => context.message)
  const hint = useSelector(machine, ({context}) => context.hint)
  const attempts = useSelector(machine, ({context}) => context.attempts)
  return <FailureText message={message} hint={hint} attempts={attempts} />
}

/** Shows why a try failed. */
export const FailureText = ({message, hint, attempts}: Said) =>
  message === null ? null : <FormMessage key={attempts} kind="failed" message={message} hint={hint} />
