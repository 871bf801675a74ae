import {type ActorRefFrom, assign, setup} from 'xstate'

/** Announces a text until it has been read. `count` grows each time, so that the same text is announced again. */
export const announcerMachine = setup({
  types: {} as {
    context: {text: string; count: number}
    events: {type: 'done.told'; text: string} | {type: 'announcement.closed'}
  },
  delays: {readingTime: 8000},
}).createMachine({
  id: 'announcer',
  context: {text: '', count: 0},
  initial: 'quiet',
  on: {
    'done.told': {
      target: '.saying',
      reenter: true,
      actions: assign({text: ({event}) => event.text, count: ({context}) => context.count + 1}),
    },
  },
  states: {
    quiet: {},
    saying: {
      on: {'announcement.closed': 'quiet'},
      after: {readingTime: 'quiet'},
    },
  },
})

export type AnnouncerRef = ActorRefFrom<typeof announcerMachine>
