import {type ActorRefFrom, assign, setup} from 'xstate'
import type {ShellChoices} from '../../domain/shell/shell'
import {SHORTCUTS} from '../../domain/shell/shortcuts'
import {type Given, missing} from '../ports'

const ALARM_KEYS: readonly string[] = Object.values(SHORTCUTS.alarm).flat()

/**
 * The frame around the screens: how wide its rail is, the dialog of keys, the palette, and what single letters do. In
 * `leading` the letter `g` or `t` was pressed, and the next one names a place, or moves the time range. Letters that
 * are typed into a field are not sent here. The mark of uploads is there as soon as there were any.
 */
export const shellMachine = setup({
  types: {} as {
    input: ShellChoices
    context: {chosen: ShellChoices; leader: 'g' | 't'; hasUploads: boolean; typed: string}
    events:
      | {type: 'rail.toggled'}
      | {type: 'letters.switched'}
      | {type: 'help.requested'}
      | {type: 'help.closed'}
      | {type: 'palette.requested'}
      | {type: 'palette.closed'}
      /** Into the field that is there until the palette is. */
      | {type: 'palette.typed'; text: string}
      | {type: 'uploads.begun'}
      /** The next user finds nothing open. */
      | {type: 'user.left'}
      | {type: 'letter.pressed'; letter: string}
  },
  actions: {
    toggleRail: assign({
      chosen: ({context: {chosen}}) => ({...chosen, rail: chosen.rail === 'wide' ? 'narrow' : 'wide'}),
    }),
    switchLetters: assign({
      chosen: ({context: {chosen}}) => ({...chosen, letters: chosen.letters === 'heard' ? 'ignored' : 'heard'}),
    }),
    /** `wiring` provides an action that stores the choices; a shell without it forgets them with the page. */
    storeChoices: () => {},
    focusSearch: (_, _params?: Given) => missing('focusSearch'),
    goTo: (_, _params: Given<{letter: string}>) => missing('goTo'),
    moveRange: (_, _params: Given<{letter: string}>) => missing('moveRange'),
    pressAlarmKey: (_, _params: Given<{letter: string}>) => missing('pressAlarmKey'),
  },
  guards: {
    isPressed: ({context, event}, {letter}: {letter: string}) =>
      context.chosen.letters === 'heard' && event.type === 'letter.pressed' && event.letter === letter,
    isAlarmKey: ({context, event}) =>
      context.chosen.letters === 'heard' && event.type === 'letter.pressed' && ALARM_KEYS.includes(event.letter),
  },
  delays: {leadingEnds: 1500},
}).createMachine({
  id: 'shell',
  context: ({input}) => ({chosen: input, leader: 'g', hasUploads: false, typed: ''}),
  on: {
    'rail.toggled': {actions: ['toggleRail', 'storeChoices']},
    'letters.switched': {actions: ['switchLetters', 'storeChoices']},
    'uploads.begun': {actions: assign({hasUploads: true})},
    'user.left': {target: '.watching', actions: assign({hasUploads: false})},
  },
  initial: 'watching',
  states: {
    watching: {
      on: {
        'help.requested': 'helping',
        'palette.requested': 'finding',
        'letter.pressed': [
          {guard: {type: 'isPressed', params: {letter: 'g'}}, target: 'leading', actions: assign({leader: 'g'})},
          {guard: {type: 'isPressed', params: {letter: 't'}}, target: 'leading', actions: assign({leader: 't'})},
          {guard: {type: 'isPressed', params: {letter: '/'}}, actions: 'focusSearch'},
          {guard: {type: 'isPressed', params: {letter: '?'}}, target: 'helping'},
          {guard: 'isAlarmKey', actions: {type: 'pressAlarmKey', params: ({event}) => ({letter: event.letter})}},
        ],
      },
    },
    leading: {
      after: {leadingEnds: 'watching'},
      on: {
        'help.requested': 'helping',
        'palette.requested': 'finding',
        'letter.pressed': [
          {
            guard: ({context}) => context.leader === 't',
            target: 'watching',
            actions: {type: 'moveRange', params: ({event}) => ({letter: event.letter})},
          },
          {target: 'watching', actions: {type: 'goTo', params: ({event}) => ({letter: event.letter})}},
        ],
      },
    },
    helping: {on: {'help.closed': 'watching', 'palette.requested': 'finding'}},
    finding: {
      exit: assign({typed: ''}),
      on: {
        'palette.typed': {actions: assign({typed: ({event}) => event.text})},
        'palette.closed': 'watching',
        'palette.requested': 'watching',
      },
    },
  },
})

export type ShellRef = ActorRefFrom<typeof shellMachine>
