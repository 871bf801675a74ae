import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import {type Failing, Failure} from '../form/Failure'
import {RetryButton, useFailure} from './Retry'

type Loading = Failing &
  Pick<
    ActorRef<Snapshot<unknown> & {matches: (state: 'failed' | 'loading') => boolean}, {type: 'retry.requested'}>,
    'getSnapshot' | 'subscribe' | 'send'
  >

interface Props {
  /** The part that loads, and says why it failed. */
  machine: Loading
  /** The text while it loads. */
  loading: string
  /** The class of the text. */
  className?: string | undefined
  children: ReactNode
}

/** Shows what an actor has loaded; until then that it loads, or why it could not. */
export function Loaded({machine, loading, className, children}: Props) {
  const {isFailed, isRetrying} = useFailure(machine)
  const isLoading = useSelector(machine, s => s.matches('loading'))
  if (isFailed)
    return (
      <>
        <Failure machine={machine} />
        <RetryButton size="xs" isBusy={isRetrying} onClick={() => machine.send({type: 'retry.requested'})} />
      </>
    )
  if (!isLoading) return children
  return (
    <p className={className} role="status">
      {loading}
    </p>
  )
}
