import {type AnyStateMachine, type AnyStateNode, StateMachine} from 'xstate'

/** The exports of the modules of machines, by file. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The machines that the files export, once each; of a function that makes a machine without any help, that machine. */
export function machinesOf(modules: Modules): Map<string, AnyStateMachine> {
  const exported = Object.values(modules).flatMap(module => Object.entries(module).map(machineOf))
  return new Map(exported.flatMap(machine => (machine === null ? [] : [[machine.id, machine]])))
}

function machineOf([name, value]: [string, unknown]): AnyStateMachine | null {
  const made = typeof value === 'function' && value.length === 0 && /^create\w+Machine$/.test(name) ? value() : value
  return isMachine(made) ? made : null
}

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

/** Returns the dotted names of the states that an actor can be found in: not those that it only passes or ends in. */
export const restingStates = (machine: AnyStateMachine): string[] => below(machine.root).map(({path}) => path.join('.'))

function below(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states).flatMap(child => (isPassed(child) ? [] : [child, ...below(child)]))
}

const isPassed = ({type, always = []}: AnyStateNode): boolean =>
  type === 'final' || type === 'history' || always.some(({guard}) => guard === undefined)
