import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import type {Failure as Said} from '../../../machines/entries'
import {type Failing, Failure, FailureText} from '../form/Failure'
import {RetryButton, useTried} from './Retry'

type State = 'loading' | 'failed' | {loaded: {list: 'refreshing' | 'missed'} | {dialog: 'closed'}}

/** An actor of `machines/entries`, whatever its entries are. */
type Entries = Failing &
  Pick<
    ActorRef<
      Snapshot<unknown> & {context: {unread: Said | null}; matches: (state: State) => boolean},
      {type: 'retry.requested'}
    >,
    'getSnapshot' | 'subscribe' | 'send'
  >

interface Props {
  entries: Entries
  /** The text before anything is loaded. */
  loading: string
  className?: string | undefined
  /** The entries, which stay while they are read again. */
  children: ReactNode
}

/** Shows the entries as they were read last, why they could not be read, and why the last act failed. */
export function EntriesList({entries, loading, className, children}: Props) {
  const isLoading = useSelector(entries, s => s.matches('loading'))
  const isUnloaded = useSelector(entries, s => s.matches('loading') || s.matches('failed'))
  const hasFailed = useSelector(entries, s => s.matches('failed') || s.matches({loaded: {list: 'missed'}}))
  const isRefreshing = useSelector(entries, s => s.matches({loaded: {list: 'refreshing'}}))
  const isIdle = useSelector(entries, s => s.matches({loaded: {dialog: 'closed'}}))
  const unread = useSelector(entries, ({context}) => context.unread)
  const {isFailed, isRetrying} = useTried(hasFailed, isLoading || isRefreshing)
  return (
    <>
      {isFailed && (
        <>
          {isUnloaded ? <Failure machine={entries} /> : unread !== null && <FailureText {...unread} />}
          <RetryButton size="xs" isBusy={isRetrying} onClick={() => entries.send({type: 'retry.requested'})} />
        </>
      )}
      {isIdle && <Failure machine={entries} />}
      {!isUnloaded && children}
      {isLoading && !isFailed && (
        <p className={className} role="status">
          {loading}
        </p>
      )}
    </>
  )
}
