import type {AnyMachineSnapshot, AnyStateMachine, EventObject} from 'xstate'
import {getAdjacencyMap} from 'xstate/graph'

/** The states that a machine can reach by the given events, by their dotted names in order. */
export function statesOf(machine: AnyStateMachine, events: readonly MachineEvent[], input?: unknown): string[] {
  const map = getAdjacencyMap(machine, {
    events,
    limit: 2000,
    input,
    serializeState: nameOf,
    filterEvents: (snapshot: AnyMachineSnapshot, event: EventObject) => snapshot.can(event),
  })
  return Object.keys(map).sort()
}

/**
 * The event of an invoked actor: `xstate.done.actor.0.<state>` with an output, `xstate.error.actor.0.<state>` with an
 * error.
 */
interface MachineEvent extends EventObject {
  output?: unknown
  error?: unknown
}

interface Valued {
  value: unknown
}

function nameOf({value}: Valued): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([parent, child]) => `${parent}.${nameOf({value: child})}`)
    .join(' ')
}
