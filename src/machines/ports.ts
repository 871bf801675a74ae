import {
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromEventObservable,
  fromPromise,
  type InputFrom,
  type MachineImplementationsFrom,
  type NonReducibleUnknown,
  type ObservableActorLogic,
  type PromiseActorLogic,
} from 'xstate'

/** Marks what has no default: `connected` doesn't compile without it. */
interface Port {
  readonly isPort?: true
}

/** The parameters of an action that has no default, and throws `missing`. */
export type Given<Params extends object = object> = Params & Port

export function missing(name: string): never {
  throw new Error(`\`${name}\` must be provided`)
}

/** A call that is answered once. */
export const call = <Answer, Question = NonReducibleUnknown>(
  name: string,
): PromiseActorLogic<Answer, Question> & Port => fromPromise<Answer, Question>(() => missing(name))

/** Events from outside, for as long as the machine is in the state that listens to them. */
export const source = <Event extends EventObject, Input extends NonReducibleUnknown = void>(
  name: string,
): ObservableActorLogic<Event, Input> & Port => fromEventObservable<Event, Input>(() => missing(name))

/** Work that goes on beside the machine, which sends it commands. */
export const task = <Command extends EventObject, Input = NonReducibleUnknown>(
  name: string,
): CallbackActorLogic<Command, Input> & Port => fromCallback<Command, Input>(() => missing(name))

type Implementations<Machine extends AnyStateMachine> = MachineImplementationsFrom<Machine>
/** The implementations that a machine accepts for its actors. */
export type Actors<Machine extends AnyStateMachine> = Required<NonNullable<Implementations<Machine>['actors']>>

type Actions<Machine extends AnyStateMachine> = Required<NonNullable<Implementations<Machine>['actions']>>

/** The names of the actors that `Machine` needs from outside. */
type ActorPort<Machine extends AnyStateMachine> = {
  [Name in keyof Actors<Machine>]: Actors<Machine>[Name] extends infer Logic
    ? 'isPort' extends keyof Logic
      ? [Impossible<InputFrom<Logic>>] extends [never]
        ? Name
        : never
      : never
    : never
}[keyof Actors<Machine>]

/** The fields that no question can have: a machine of a general kind doesn't make such a call. */
type Impossible<Question> = {
  [Name in keyof Question]-?: [Question[Name]] extends [never] ? Name : never
}[keyof Question]

/** The names of the actions that `Machine` needs from outside. */
type ActionPort<Machine extends AnyStateMachine> = {
  [Name in keyof Actions<Machine>]: Actions<Machine>[Name] extends infer Action
    ? Action extends (args: never, params: infer Params) => void
      ? 'isPort' extends keyof NonNullable<Params>
        ? Name
        : never
      : never
    : never
}[keyof Actions<Machine>]

type Needed<Machine extends AnyStateMachine> = ([ActorPort<Machine>] extends [never]
  ? unknown
  : {actors: Pick<Actors<Machine>, ActorPort<Machine>>}) &
  ([ActionPort<Machine>] extends [never] ? unknown : {actions: Pick<Actions<Machine>, ActionPort<Machine>>})

/** Takes all that the machine needs from outside, and other parts in place of its own. */
export function connected<Machine extends AnyStateMachine>(
  machine: Machine,
): (implementations: Implementations<Machine> & Needed<Machine>) => Machine
export function connected(machine: AnyStateMachine) {
  return (implementations: Implementations<AnyStateMachine>) => machine.provide(implementations)
}
