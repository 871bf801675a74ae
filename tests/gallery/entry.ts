import type {AnyStateMachine, EventFromLogic, EventObject} from 'xstate'
import type {Parts} from './parts'

/** One picture: a screen of the real product in a state of its machine. */
export interface Entry {
  /** Unique in its room; the name of the picture. */
  name: string
  /** The address that is opened. */
  at: string
  /** The parts that behave otherwise than in a world where everything works. */
  given?: (parts: Parts) => Partial<Parts>
  /** The steps that follow, one after the other. A state among them is waited for. */
  steps?: readonly (Step | Shown)[]
  /** The states that the picture is taken in. */
  shows: readonly Shown[]
  /** A text that the picture waits for as well, where the states alone don't tell that it is time. */
  until?: string
  /** Selects the region of the page in that state, which the picture for the documents is of. Else `regions.ts` has it. */
  region?: string
  /** Whether the picture for the documents is taken in the dark and in the full size of a screen on a wall. */
  isOfScreen?: boolean
}

/** An event for the actor of a machine. It is sent as soon as the actor runs and can take it. */
export interface Step {
  id: string
  event: EventObject
}

/** A state of the actor of a machine, by its dotted name. */
export interface Shown {
  id: string
  state: string
}

export const tell = <Machine extends AnyStateMachine>(
  {id}: Machine,
  ...events: readonly EventFromLogic<Machine>[]
): Step[] => events.map(event => ({id, event}))

export const shows = ({id}: AnyStateMachine, ...states: readonly string[]): Shown[] =>
  states.map(state => ({id, state}))
