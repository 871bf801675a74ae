import {concat, NEVER, type Observable, of} from 'rxjs'
import {type AnyStateMachine, type EventObject, fromEventObservable, fromPromise, type PromiseActorLogic} from 'xstate'
import {ApiError} from '../../src/api/errors'
import type {Failure} from '../../src/domain/failure'
import {PROBING} from '../../src/domain/link'

/** An answer that never comes. */
class Pending {
  readonly isPending = true
}
export const PENDING = new Pending()

/** The answer of a call that has nothing to say. */
export const DONE = undefined

/** After these events, a resource that has failed waits for the offer of the server. */
export const UNKNOWN_SERVER = [{type: 'link.changed', link: PROBING, offer: null}, {type: 'retry.requested'}] as const

const failing = (failure: Failure) => new ApiError(failure, 'The call failed')

/** The server says no, in its own words if they are given. */
export const refusal = (status: number, serverMessage: string | null = null) =>
  failing({kind: 'refused', status, serverMessage})

/** Nobody is signed in. */
export const NOBODY = refusal(401)
export const BROKEN = refusal(500)
export const FORBIDDEN = refusal(403, 'You may not do that.')
export const AWAY = failing({kind: 'unreachable', status: null, serverMessage: null})

export type Answer<Output> = Output | ApiError | Pending

/** Answers the calls one after the other; the last answer is given again. Without any, no answer ever comes. */
export function calls<Output>(...given: readonly Answer<NoInfer<Output>>[]): () => Promise<Output> {
  const turns = given.map(answer => () => settled(answer))
  let turn = 0
  return () => (turns[turn++] ?? turns.at(-1) ?? forever)()
}

async function settled<Output>(answer: Answer<Output>): Promise<Output> {
  if (answer instanceof ApiError) throw answer
  return answer instanceof Pending ? forever() : answer
}

const forever = <Output>() => new Promise<Output>(() => {})

export const answers = <Output, Input>(
  ...given: readonly Answer<NoInfer<Output>>[]
): PromiseActorLogic<Output, Input> => fromPromise(calls<Output>(...given))

/** Says the events at once and nothing after them, and doesn't end. */
export const says = <Event extends EventObject, Input>(...events: readonly NoInfer<Event>[]) =>
  fromEventObservable<Event, Input>(() => spoken(events))

const spoken = <Event>(events: readonly Event[]): Observable<Event> => concat(of(...events), NEVER)

/** Makes all delays of a machine endless, so that a state that would pass stays. */
export function hold({implementations: {delays}}: AnyStateMachine): void {
  for (const name of Object.keys(delays)) delays[name] = ENDLESS
}

/** The longest delay that a browser keeps. */
const ENDLESS = 2 ** 31 - 1
