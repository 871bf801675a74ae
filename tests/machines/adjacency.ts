import type {AnyMachineSnapshot, AnyStateMachine, EventObject} from 'xstate'
import {getAdjacencyMap} from 'xstate/graph'

/** Every step that a machine can take by the given events, a line each: `from + event -> to`. */
export function stepsOf(machine: AnyStateMachine, events: readonly EventObject[]): string[] {
  const map = getAdjacencyMap(machine, {
    events,
    limit: 2000,
    serializeState: snapshot => nameOf(snapshot),
    filterEvents: (snapshot: AnyMachineSnapshot, event: EventObject) => snapshot.can(event),
  })
  const steps = Object.values(map).flatMap(({state, transitions}) =>
    Object.values(transitions).map(({event, state: next}) => `${nameOf(state)} + ${event.type} -> ${nameOf(next)}`),
  )
  return [...new Set(steps)]
}

/** The states that those steps lead through. */
export function statesOf(machine: AnyStateMachine, events: readonly EventObject[]): string[] {
  return [...new Set(stepsOf(machine, events).flatMap(step => step.split(/ \+ \S+ -> /)))].sort()
}

function nameOf({value}: {value?: unknown}): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([parent, child]) => `${parent}.${nameOf({value: child})}`)
    .join(' ')
}
