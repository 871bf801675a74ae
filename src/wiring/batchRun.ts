import {Subject} from 'rxjs'
import {type CallbackActorLogic, fromCallback} from 'xstate'
import type {Result} from '../domain/failure'
import type {BatchCommand, BatchEvent, BatchRun} from '../machines/batch'
import {outcomes} from '../streams/outcomes'

interface Work<Item, Job> {
  /** Resolves without a result when there is nothing to say of a success. */
  act(item: Item, job: Job, signal: AbortSignal): Promise<Result | undefined>
  /** The message for an item that failed when the server sent none. */
  failed(job: Job): string
}

/** The run of a batch: starts with a few items at once. When it is stopped, the calls under way are aborted. */
export const createBatchRun = <Item extends {id: string}, Job>({
  act,
  failed,
}: Work<Item, Job>): CallbackActorLogic<BatchCommand, BatchRun<Item, Job>> =>
  fromCallback(({input: {job, items}, sendBack, receive}) => {
    const send = (event: BatchEvent) => sendBack(event)
    const cancelled = new Subject<void>()
    receive(() => cancelled.next())
    const subscription = outcomes({
      items,
      failed: failed(job),
      cancelled,
      act: (item, signal) => act(item, job, signal),
    }).subscribe({
      next: finished => send({type: 'items.finished', outcomes: finished}),
      complete: () => send({type: 'run.ended'}),
    })
    return () => subscription.unsubscribe()
  })
