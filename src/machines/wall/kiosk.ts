import {type ActorRefFrom, and, assign, not, setup} from 'xstate'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isLinkUp, type LinkState, PROBING} from '../../domain/link'
import {HEALTHY, type Health, illnessOf, type Pulse, withPulse} from '../../domain/wall/health'
import {mayReload, type Outdated, type Reload} from '../../domain/wall/reloads'
import type {LinkChanged} from '../connectivity'
import {call, type Given, missing, source} from '../ports'

/** The access to the server: the session renews it, and sends its changes. */
export type Access = 'fresh' | 'renewing' | 'unreadable'

type ClockChecked = {type: 'clock.checked'; at: EpochMs; ahead: Milliseconds; hasJumped: boolean}
export type KioskEvent =
  | LinkChanged
  | {type: 'access.changed'; access: Access}
  | {type: 'pulse.felt'; pulse: Pulse}
  | ClockChecked
  | {type: 'watching.changed'; isWatched: boolean}
  | {type: 'page.outdated'; why: Outdated}

interface KioskInput {
  now: EpochMs
  /** The lead of this machine's clock over the server's. */
  ahead: Milliseconds
  reloads: readonly Reload[]
}

interface KioskContext extends KioskInput {
  link: LinkState
  access: Access
  health: Health
  isWatched: boolean
  outdated: Outdated | null
}

const events = <Type extends KioskEvent['type']>(name: string) => source<Extract<KioskEvent, {type: Type}>>(name)

/**
 * Keeps a wall alive that nobody looks after: access, link and memory in one. It loads the page again when it is ill or
 * old, and only when the server has handed the page out: from the browser's own error page no script returns.
 */
export const kioskMachine = setup({
  types: {} as {context: KioskContext; events: KioskEvent; input: KioskInput},
  actors: {
    linkChanges: events<'link.changed'>('linkChanges'),
    accessChanges: events<'access.changed'>('accessChanges'),
    pulses: events<'pulse.felt'>('pulses'),
    clockChecks: events<'clock.checked'>('clockChecks'),
    watching: events<'watching.changed'>('watching'),
    ageing: events<'page.outdated'>('ageing'),
    /** Fails unless the server hands the page out. */
    fetchPage: call<void, void>('fetchPage'),
  },
  actions: {
    reload: (_, _params: Given<Reload>) => missing('reload'),
  },
  guards: {
    isIll: ({context}) => illnessOf(context.health) !== null,
    mayReload: ({context}) => mayReload(context.reloads, context.now),
    isOutdated: ({context}) => context.outdated !== null,
    /** Nobody is working on the wall, and no fault is being mended. */
    isCalm: ({context}) => !context.isWatched && isLinkUp(context.link) && context.access === 'fresh',
  },
  delays: {fetchPause: 30_000, calm: 60_000, catchingUp: 10_000},
}).createMachine({
  id: 'kiosk',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    access: 'fresh',
    health: HEALTHY,
    isWatched: false,
    outdated: null,
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'accessChanges', onError: {}},
    {src: 'pulses', onError: {}},
    {src: 'clockChecks', onError: {}},
    {src: 'watching', onError: {}},
    {src: 'ageing', onError: {}},
  ],
  on: {
    'link.changed': {actions: assign({link: ({event}) => event.link})},
    'access.changed': {actions: assign({access: ({event}) => event.access})},
    'pulse.felt': {actions: assign({health: ({context, event}) => withPulse(context.health, event.pulse)})},
    'watching.changed': {actions: assign({isWatched: ({event}) => event.isWatched})},
    'page.outdated': {actions: assign({outdated: ({event}) => event.why})},
  },
  type: 'parallel',
  states: {
    page: {
      initial: 'well',
      states: {
        well: {
          always: [
            {guard: and(['isIll', 'mayReload']), target: 'fetching'},
            {guard: 'isIll', target: 'ill'},
            {guard: 'isOutdated', target: 'old'},
          ],
        },
        /** It shows on: loading it again has not helped lately, or can't be done now. */
        ill: {
          always: {guard: not('isIll'), target: 'well'},
          after: {
            fetchPause: [
              {guard: 'mayReload', target: 'fetching'},
              {target: 'ill', reenter: true},
            ],
          },
        },
        old: {
          always: {guard: 'isIll', target: 'well'},
          initial: 'busy',
          states: {
            busy: {always: {guard: 'isCalm', target: 'calm'}},
            calm: {
              always: {guard: not('isCalm'), target: 'busy'},
              after: {
                calm: [
                  {guard: 'mayReload', target: '#kiosk.page.fetching'},
                  {target: 'calm', reenter: true},
                ],
              },
            },
          },
        },
        fetching: {
          invoke: {
            src: 'fetchPage',
            onDone: {
              target: 'reloading',
              actions: {type: 'reload', params: ({context}) => ({at: context.now, why: reasonOf(context)})},
            },
            onError: [{guard: 'isIll', target: 'ill'}, {target: 'old'}],
          },
        },
        reloading: {},
      },
    },
    /** After sleep or a change of the clock, events were missed: the link is opened again and all is read. */
    time: {
      initial: 'steady',
      on: {
        'clock.checked': [
          {
            guard: ({event}) => event.hasJumped,
            target: '.catchingUp',
            actions: assign({now: ({event}) => event.at, ahead: ({event}) => event.ahead}),
          },
          {actions: assign({now: ({event}) => event.at, ahead: ({event}) => event.ahead})},
        ],
      },
      states: {steady: {}, catchingUp: {after: {catchingUp: 'steady'}}},
    },
  },
})

const reasonOf = ({health, outdated}: KioskContext): Reload['why'] => illnessOf(health) ?? outdated ?? 'day'

export type KioskLogic = typeof kioskMachine
export type KioskRef = ActorRefFrom<KioskLogic>
