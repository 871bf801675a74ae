import {type ActorRefFrom, assign, setup} from 'xstate'
import {
  createPaletteSearch,
  type Found,
  indexOf,
  type PaletteAction,
  type PaletteEntry,
  type PaletteIndex,
  type PalettePart,
  type PaletteParts,
  withRecent,
} from '../../domain/shell/palette'
import {type Given, missing, source} from '../ports'

export type EntriesEvent =
  | {type: 'entries.loaded'; part: PalettePart; entries: readonly PaletteEntry[]}
  | {type: 'entries.failed'; part: PalettePart}
  /** All requests have been answered. */
  | {type: 'entries.complete'}

export interface PaletteInput {
  /** The parts loaded when the palette was last open. */
  parts: PaletteParts
  recent: readonly string[]
  /** The text typed before the palette was there. */
  query: string
}

type Move = 'next' | 'previous' | 'first' | 'last'

interface PaletteContext extends PaletteInput {
  index: PaletteIndex
  found: Found
  /** The place of the marked entry among those found. */
  marked: number
  failed: readonly PalettePart[]
  search: ReturnType<typeof createPaletteSearch>
}

/**
 * Runs the palette while it is open. In `loading` entries are still to come; the present ones can be searched and chosen
 * already. It ends when an entry is chosen or it is closed.
 */
export const paletteMachine = setup({
  types: {} as {
    input: PaletteInput
    context: PaletteContext
    events:
      | EntriesEvent
      | {type: 'query.changed'; query: string}
      | {type: 'mark.moved'; to: Move}
      | {type: 'entry.chosen'; at: number}
      | {type: 'palette.closed'}
  },
  actors: {
    entries: source<EntriesEvent, void>('entries'),
  },
  actions: {
    storeParts: () => {},
    storeRecent: () => {},
    leave: (_, _params?: Given) => missing('leave'),
    perform: (_, _params: Given<{action: PaletteAction | undefined}>) => missing('perform'),
    remember: assign({
      recent: ({context}, {at}: {at: number}) => {
        const entry = context.found.entries[at]
        return entry === undefined ? context.recent : withRecent(context.recent, entry.id)
      },
    }),
  },
  guards: {
    isThere: ({context}, {at}: {at: number}) => context.found.entries[at] !== undefined,
  },
}).createMachine({
  id: 'palette',
  context: ({input: {parts, recent, query}}) => {
    const search = createPaletteSearch()
    const index = indexOf(parts)
    return {parts, recent, index, search, query, found: search(index, query, recent), marked: 0, failed: []}
  },
  invoke: {src: 'entries', onDone: '.ready', onError: '.ready'},
  on: {
    'query.changed': {
      actions: assign(({context: {search, index, recent}, event: {query}}) => ({
        query,
        found: search(index, query, recent),
        marked: 0,
      })),
    },
    'mark.moved': {
      actions: assign({marked: ({context, event}) => moved(context, event.to)}),
    },
    'entry.chosen': {
      guard: {type: 'isThere', params: ({event}) => event},
      target: '.left',
      actions: [
        {type: 'remember', params: ({event}) => event},
        'storeRecent',
        'leave',
        {type: 'perform', params: ({context, event}) => ({action: context.found.entries[event.at]?.action})},
      ],
    },
    'palette.closed': {target: '.left', actions: 'leave'},
    'entries.loaded': {
      actions: [assign(({context, event}) => withPart(context, event)), 'storeParts'],
    },
    'entries.failed': {actions: assign({failed: ({context, event}) => [...context.failed, event.part]})},
    'entries.complete': '.ready',
  },
  initial: 'loading',
  states: {
    loading: {},
    ready: {},
    left: {type: 'final'},
  },
})

export type PaletteLogic = typeof paletteMachine
export type PaletteRef = ActorRefFrom<PaletteLogic>

/** Keeps the mark on its entry when others arrive before it. */
function withPart(context: PaletteContext, {part, entries}: Extract<EntriesEvent, {type: 'entries.loaded'}>) {
  const {search, query, recent, found: before, marked} = context
  const parts = {...context.parts, [part]: entries}
  const index = indexOf(parts)
  const found = search(index, query, recent)
  const markedId = marked === 0 ? undefined : before.entries[marked]?.id
  return {
    parts,
    index,
    found,
    marked: Math.max(
      0,
      found.entries.findIndex(({id}) => id === markedId),
    ),
  }
}

/** From the last entry the mark goes on to the first, and back. */
function moved({found, marked}: PaletteContext, to: Move): number {
  const count = found.entries.length
  if (count === 0) return 0
  switch (to) {
    case 'next':
      return (marked + 1) % count
    case 'previous':
      return (marked - 1 + count) % count
    case 'first':
      return 0
    case 'last':
      return count - 1
    default:
      return to satisfies never
  }
}
