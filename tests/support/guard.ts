import {afterAll, beforeAll, vi} from 'vitest'

/** The state that a file of tests must leave unchanged, since the files of a worker share their process. */
interface Shared {
  globals: ReadonlySet<string>
  listeners: ReadonlyMap<string | symbol, number>
  environment: Readonly<Record<string, string | undefined>>
  folder: string
  hasFakeTimers: boolean
}

let before: Shared

beforeAll(() => {
  before = shared()
})

afterAll(() => {
  const left = leftBy(before, shared())
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.join(', ')}`)
})

function shared(): Shared {
  return {
    globals: new Set(Object.keys(globalThis).filter(name => !OF_PACKAGES.test(name))),
    listeners: new Map(
      process
        .eventNames()
        .filter(isOurs)
        .map(name => [name, process.listenerCount(name)]),
    ),
    environment: {...process.env},
    folder: process.cwd(),
    hasFakeTimers: vi.isFakeTimers(),
  }
}

/** Testing Library sets one for all screens of a worker, the SDK of AWS looks for one, Highcharts and compilers keep theirs. */
const OF_PACKAGES = /^(?:IS_REACT_ACT_ENVIRONMENT|awslambda|hcEvents|__.*)$/

/** A browser ends with its worker. */
const isOurs = (event: string | symbol) => event !== 'exit'

function leftBy(before: Shared, after: Shared): string[] {
  const variables = new Set([...Object.keys(before.environment), ...Object.keys(after.environment)])
  return [
    ...[...after.globals].filter(name => !before.globals.has(name)).map(name => `globalThis.${name}`),
    ...[...after.listeners]
      .filter(([name, count]) => count > (before.listeners.get(name) ?? 0))
      .map(([name]) => `a listener of process for ${String(name)}`),
    ...[...variables]
      .filter(name => before.environment[name] !== after.environment[name])
      .map(name => `${name} in the environment`),
    ...(before.folder === after.folder ? [] : ['another folder']),
    ...(after.hasFakeTimers ? ['fake timers'] : []),
  ]
}
