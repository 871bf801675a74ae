import {type ActorRefFrom, assign, setup} from 'xstate'
import {failureOf, isRefusedWith, messageOf} from '../domain/failure'
import {textsOf} from '../domain/language'
import {SET_ERROR} from './failure'
import {call} from './ports'

export const serverHealthTexts = textsOf('machines.serverHealth', {
  ill: 'The server can’t serve anybody now.',
})

interface Failed {
  event: {error: unknown}
}

const ASKING = {
  invoke: {
    src: 'loadHealth',
    onDone: '#serverHealth.well',
    onError: [
      {guard: ({event}: Failed) => isRefusedWith(event.error, 404), target: '#serverHealth.silent'},
      {guard: ({event}: Failed) => failureOf(event.error).kind === 'unreachable', target: '#serverHealth.away'},
      {target: '#serverHealth.ill', actions: SET_ERROR},
    ],
  },
  after: {patience: '#serverHealth.away'},
} as const

/** What was known stays while it is asked again, no longer than the answer of a server that is well takes. */
const KNOWN = {initial: 'resting', states: {resting: {after: {pause: 'asking'}}, asking: ASKING}} as const

/** Whether the server serves, for people who have not signed in. A server without that call is `silent`. */
export const serverHealthMachine = setup({
  types: {} as {context: {message: string}},
  actors: {loadHealth: call<void, void>('loadHealth')},
  actions: {
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, serverHealthTexts.ill)}),
  },
  delays: {patience: 5000, pause: 15_000},
}).createMachine({
  id: 'serverHealth',
  context: {message: ''},
  initial: 'asking',
  states: {asking: ASKING, well: KNOWN, ill: KNOWN, away: KNOWN, silent: {type: 'final'}},
})

export type ServerHealthLogic = typeof serverHealthMachine
export type ServerHealthRef = ActorRefFrom<ServerHealthLogic>
