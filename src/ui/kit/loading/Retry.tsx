import {Button, type ButtonProps} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useState} from 'react'
import type {ActorRef, AnyEventObject, Snapshot} from 'xstate'
import {texts as common} from '../../texts'
import {buttons} from '../text/texts'

type Loading = Pick<
  ActorRef<Snapshot<unknown> & {matches: (state: 'failed' | 'loading') => boolean}, AnyEventObject>,
  'getSnapshot' | 'subscribe'
>

/** Whether what an actor loads has failed, and whether it is being tried again. */
export const useFailure = (machine: Loading) =>
  useTried(
    useSelector(machine, snapshot => snapshot.matches('failed')),
    useSelector(machine, snapshot => snapshot.matches('loading')),
  )

type ResourceState = 'awaitingServer' | 'loading' | 'failed' | 'loaded' | {loaded: 'refreshing' | 'missed'}

/** Returns the state of a resource to show: its value, that it is being read, or that it could not be. */
export function useResource(machine: Reading) {
  const isLoading = useSelector(machine, s => s.matches('awaitingServer') || s.matches('loading'))
  const isRefreshing = useSelector(machine, s => s.matches({loaded: 'refreshing'}))
  const hasFailed = useSelector(machine, s => s.matches('failed') || s.matches({loaded: 'missed'}))
  const isLoaded = useSelector(machine, s => s.matches('loaded'))
  return {isLoading, isLoaded, ...useTried(hasFailed, isLoading || isRefreshing)}
}

type Reading = Pick<
  ActorRef<Snapshot<unknown> & {matches: (state: ResourceState) => boolean}, AnyEventObject>,
  'getSnapshot' | 'subscribe'
>

/** A failure stays until the next try is answered, so that its button keeps its place and the focus. */
export function useTried(hasFailed: boolean, isTrying: boolean) {
  const [wasFailed, setWasFailed] = useState(hasFailed)
  const isFailed = hasFailed || (wasFailed && isTrying)
  if (isFailed !== wasFailed) setWasFailed(isFailed)
  return {isFailed, isRetrying: isFailed && isTrying}
}

interface RetryButtonProps extends Pick<ButtonProps, 'size' | 'fz'> {
  isBusy: boolean
  text?: string
  onClick: () => void
}

/** Stays enabled while busy, so that it keeps the focus. */
export function RetryButton({isBusy, text = buttons.retry, onClick, ...look}: RetryButtonProps) {
  return (
    <Button
      {...look}
      variant="default"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? common.retrying : text}
    </Button>
  )
}
