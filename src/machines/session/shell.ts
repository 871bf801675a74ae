import {type ActorRefFrom, assign, setup} from 'xstate'
import type {ShellChoices} from '../../domain/session/shell'

/**
 * The frame around the screens: how wide its rail is, the dialog of keys, the palette, and what single letters do. In `leading` the
 * letter `g` was pressed, and the next letter names a place. Letters that are typed into a field are not sent here.
 */
export const shellMachine = setup({
  types: {} as {
    input: ShellChoices
    context: {chosen: ShellChoices}
    events:
      | {type: 'rail.toggled'}
      | {type: 'letters.switched'}
      | {type: 'help.requested'}
      | {type: 'help.closed'}
      | {type: 'palette.requested'}
      | {type: 'palette.closed'}
      /** Whoever comes next finds nothing open. */
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
    /** What `wiring` provides here keeps the choices; a shell without it forgets them with the page. */
    keepChoices: () => {},
    focusSearch: () => {
      throw new Error('`focusSearch` must be provided')
    },
    goTo: (_, _to: {letter: string}) => {
      throw new Error('`goTo` must be provided')
    },
  },
  guards: {
    isPressed: ({context, event}, {letter}: {letter: string}) =>
      context.chosen.letters === 'heard' && event.type === 'letter.pressed' && event.letter === letter,
  },
  delays: {leadingEnds: 1500},
}).createMachine({
  id: 'shell',
  context: ({input}) => ({chosen: input}),
  on: {
    'rail.toggled': {actions: ['toggleRail', 'keepChoices']},
    'letters.switched': {actions: ['switchLetters', 'keepChoices']},
    'user.left': '.watching',
  },
  initial: 'watching',
  states: {
    watching: {
      on: {
        'help.requested': 'helping',
        'palette.requested': 'finding',
        'letter.pressed': [
          {guard: {type: 'isPressed', params: {letter: 'g'}}, target: 'leading'},
          {guard: {type: 'isPressed', params: {letter: '/'}}, actions: 'focusSearch'},
          {guard: {type: 'isPressed', params: {letter: '?'}}, target: 'helping'},
        ],
      },
    },
    leading: {
      after: {leadingEnds: 'watching'},
      on: {
        'help.requested': 'helping',
        'palette.requested': 'finding',
        'letter.pressed': {
          target: 'watching',
          actions: {type: 'goTo', params: ({event}) => ({letter: event.letter})},
        },
      },
    },
    helping: {on: {'help.closed': 'watching', 'palette.requested': 'finding'}},
    finding: {on: {'palette.closed': 'watching', 'palette.requested': 'watching'}},
  },
})

export type ShellRef = ActorRefFrom<typeof shellMachine>
