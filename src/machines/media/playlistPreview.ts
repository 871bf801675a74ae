import {assertEvent, assign, sendTo, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {PlayList} from '../../domain/player/list'
import {playbackMachine} from '../player/playback'
import {source} from '../ports'
import type {PlaylistRef} from './lists'

export interface PlaylistPreviewInput {
  playlist: PlaylistRef
  /** That of the screen, in which the hours of items are meant. */
  zone: string
}

interface PlaylistPreviewContext extends PlaylistPreviewInput {
  list: PlayList | null
}

type ListTaken = {type: 'list.taken'; list: PlayList}
type ClockEvent = {type: 'clock.ticked'; at: EpochMs}

/** Plays a whole playlist as a screen does, by the player's own machine, and follows changes of the list. */
export const playlistPreviewMachine = setup({
  types: {} as {
    context: PlaylistPreviewContext
    events: ListTaken | ClockEvent
    input: PlaylistPreviewInput
    children: {playback: 'playback'}
  },
  actors: {
    playback: playbackMachine,
    clock: source<ClockEvent, void>('clock'),
    lists: source<ListTaken, {playlist: PlaylistRef}>('lists'),
  },
}).createMachine({
  id: 'playlistPreview',
  context: ({input}) => ({...input, list: null}),
  invoke: [
    {src: 'lists', input: ({context}) => context, onError: {}},
    {src: 'clock', onError: {}},
  ],
  initial: 'awaitingTime',
  states: {
    awaitingTime: {
      on: {
        'list.taken': {actions: assign({list: ({event}) => event.list})},
        'clock.ticked': 'playing',
      },
    },
    playing: {
      invoke: {
        id: 'playback',
        src: 'playback',
        input: ({context: {list, zone}, event}) => {
          assertEvent(event, 'clock.ticked')
          return {list, zone, now: event.at, listener: null}
        },
      },
      on: {
        'list.taken': {actions: sendTo('playback', ({event}) => event)},
        'clock.ticked': {actions: sendTo('playback', ({event}) => event)},
      },
    },
  },
})

export type PlaylistPreviewLogic = typeof playlistPreviewMachine
