import {type ActorRefFrom, assign, sendParent, setup} from 'xstate'
import type {Board} from '../../domain/wall/board'
import {
  COLUMNS,
  type Direction,
  type Layout,
  placedAt,
  type Rect,
  settled,
  stepped,
  stretched,
} from '../../domain/wall/layout/layout'
import {type Framed, pageRows, screenRows} from '../../domain/wall/layout/shape'
import {
  type Composition,
  copied,
  MAX_PANELS,
  newPanel,
  type Panel,
  type PanelKind,
} from '../../domain/wall/panels/panels'
import type {PlanPanel} from '../../domain/wall/panels/plan'
import {NEW_WALL, type Wall, type WallIntent} from '../../domain/wall/walls'

export interface ComposeInput {
  /** The stored wall; null for a new one. */
  wall: Wall | null
  draft: Wall
  composition: Composition
  walls: readonly Wall[]
}

/** The last event, for those who can't see it. */
export type ComposeNews =
  | {kind: 'added' | 'removed' | 'selected' | 'placed'; panel: Panel}
  | {kind: 'deviceAdded' | 'deviceMoved' | 'deviceRemoved'; panel: PlanPanel; deviceId: string}
  | {kind: 'undone' | 'redone' | 'replaced' | 'full'}

interface ComposeContext extends ComposeInput {
  /** The former layouts, the latest last, and the undone ones. */
  before: readonly Layout<Panel>[]
  after: readonly Layout<Panel>[]
  selected: string | null
  /** The layout when the pointer, or the keys for one panel, took hold of one. */
  held: Layout<Panel> | null
  news: ComposeNews | null
  /** Whether what somebody else has changed shall go. */
  isOverwriting: boolean
}

type ComposeEvent =
  | {type: 'panel.selected'; id: string | null}
  | {type: 'panel.added'; kind: PanelKind}
  | {type: 'panel.duplicated'; id: string}
  | {type: 'panel.removed'; id: string}
  /** The contents of a panel have changed. */
  | {type: 'panel.changed'; panel: Panel; news?: ComposeNews}
  | {type: 'panel.placed'; id: string; rect: Partial<Rect>}
  | {type: 'panel.stepped'; id: string; direction: Direction}
  | {type: 'panel.stretched'; id: string; direction: Direction}
  | {type: 'hold.began'; id: string}
  | {type: 'hold.moved'; id: string; rect: Partial<Rect>}
  | {type: 'hold.ended'}
  | {type: 'hold.cancelled'}
  /** The screen that the wall is for. */
  | {type: 'frame.changed'; frame: Framed}
  /** The panels come from a template or a file. */
  | {type: 'panels.replaced'; panels: Layout<Panel>}
  | {type: 'undo.requested'}
  | {type: 'redo.requested'}
  | {type: 'walls.changed'; walls: readonly Wall[]}
  | {type: 'save.requested'}
  | {type: 'overwriting.confirmed'}
  | {type: 'question.cancelled'}

export type WallDrafted = {type: 'wall.drafted'; wall: Wall}

const MAX_UNDONE = 100

const panelIn = (panels: Layout<Panel>, id: string): Panel | undefined => panels.find(panel => panel.id === id)

/** Composes a wall of panels. The parent shows each draft. Its output is an intent for the list of walls. */
export const composeMachine = setup({
  types: {} as {context: ComposeContext; events: ComposeEvent; input: ComposeInput; output: WallIntent},
  actions: {
    draft: sendParent(({context}): WallDrafted => ({type: 'wall.drafted', wall: draftOf(context)})),
    show: assign(({context}, shown: Shown) => withShown(context, shown)),
    add: assign(({context}, {panel}: {panel: Panel}) => {
      const {panels} = context.composition
      if (panels.length >= MAX_PANELS) return {news: {kind: 'full'}}
      return {...withShown(context, {panels: [...panels, panel], news: {kind: 'added', panel}}), selected: panel.id}
    }),
  },
  guards: {
    /** Another user has changed or deleted it since. */
    isOvertaken: ({context: {wall, walls}}) =>
      wall !== null && JSON.stringify(walls.find(({name}) => name === wall.name)) !== JSON.stringify(wall),
  },
}).createMachine({
  id: 'compose',
  context: ({input}) => ({
    ...input,
    before: [],
    after: [],
    selected: null,
    held: null,
    news: null,
    isOverwriting: false,
  }),
  entry: 'draft',
  on: {'walls.changed': {actions: assign({walls: ({event}) => event.walls})}},
  initial: 'composing',
  states: {
    composing: {
      on: {
        'panel.selected': {
          actions: assign(({context: {composition}, event: {id}}) => {
            const panel = id === null ? undefined : panelIn(composition.panels, id)
            return {selected: panel?.id ?? null, news: panel === undefined ? null : {kind: 'selected', panel}}
          }),
        },
        'panel.added': {
          actions: [
            {
              type: 'add',
              params: ({context, event}) => ({
                panel: newPanel(event.kind, context.composition.panels, {}, pageRows(context.draft)),
              }),
            },
            'draft',
          ],
        },
        'panel.duplicated': {
          guard: ({context, event}) => panelIn(context.composition.panels, event.id) !== undefined,
          actions: [
            {
              type: 'add',
              params: ({context, event}) => ({
                panel: copied(context.composition.panels, event.id, pageRows(context.draft)),
              }),
            },
            'draft',
          ],
        },
        'panel.removed': {
          actions: [
            {type: 'show', params: ({context, event}) => removed(context, event.id)},
            assign({selected: null}),
            'draft',
          ],
        },
        'panel.changed': {
          actions: [
            {
              type: 'show',
              params: ({context: {composition}, event: {panel, news = null}}) => ({
                panels: composition.panels.map(each => (each.id === panel.id ? panel : each)),
                news,
              }),
            },
            'draft',
          ],
        },
        'panel.placed': {
          actions: [
            {
              type: 'show',
              params: ({context, event: {id, rect}}) =>
                placed(context, id, (panels, page) => placedAt(panels, id, rect, page)),
            },
            'draft',
          ],
        },
        'panel.stepped': {
          actions: [
            {
              type: 'show',
              params: ({context, event: {id, direction}}) =>
                placed(context, id, (panels, page) => stepped(panels, id, direction, page)),
            },
            'draft',
          ],
        },
        'panel.stretched': {
          actions: [
            {
              type: 'show',
              params: ({context, event: {id, direction}}) =>
                placed(context, id, (panels, page) => stretched(panels, id, direction, page)),
            },
            'draft',
          ],
        },
        'hold.began': {
          target: 'holding',
          actions: assign(({context: {composition}, event: {id}}) => ({held: composition.panels, selected: id})),
        },
        'frame.changed': {
          actions: [
            assign(({context: {draft}, event: {frame}}) => ({draft: {...draft, ...frame}})),
            {
              type: 'show',
              params: ({context: {composition, draft}}) => ({
                panels: settled(composition.panels, undefined, pageRows(draft)),
                news: null,
              }),
            },
            'draft',
          ],
        },
        'panels.replaced': {
          actions: [
            {
              type: 'show',
              params: ({context: {draft}, event: {panels}}) => ({
                panels: settled(panels, undefined, pageRows(draft)),
                news: {kind: 'replaced'},
              }),
            },
            assign({selected: null}),
            'draft',
          ],
        },
        'undo.requested': {actions: [assign(({context}) => undone(context, 'before', 'after')), 'draft']},
        'redo.requested': {actions: [assign(({context}) => undone(context, 'after', 'before')), 'draft']},
        'save.requested': [{guard: 'isOvertaken', target: 'overtaken'}, {target: 'done'}],
      },
    },
    /** A panel follows the pointer. Where it is let go, is one step to undo. */
    holding: {
      on: {
        'hold.moved': {
          actions: [
            assign(({context: {composition, held, draft}, event: {id, rect}}) => ({
              composition: {...composition, panels: placedAt(held ?? composition.panels, id, rect, pageRows(draft))},
            })),
            'draft',
          ],
        },
        'hold.ended': {
          target: 'composing',
          actions: [
            assign(({context}) => {
              const {composition, held, selected} = context
              const panel = panelIn(composition.panels, selected ?? '')
              const before = {...context, composition: {...composition, panels: held ?? composition.panels}}
              const news = panel === undefined ? null : ({kind: 'placed', panel} as const)
              return {
                composition: before.composition,
                held: null,
                ...withShown(before, {panels: composition.panels, news}),
              }
            }),
            'draft',
          ],
        },
        'hold.cancelled': {
          target: 'composing',
          actions: [
            assign(({context: {composition, held}}) => ({
              composition: {...composition, panels: held ?? composition.panels},
              held: null,
            })),
            'draft',
          ],
        },
      },
    },
    overtaken: {
      on: {
        'overwriting.confirmed': {target: 'done', actions: assign({isOverwriting: true})},
        'question.cancelled': 'composing',
      },
    },
    done: {type: 'final'},
  },
  output: ({context}): WallIntent => ({
    kind: 'keep',
    wall: draftOf(context),
    was: context.wall?.name ?? null,
    ...(context.wall !== null && !context.isOverwriting && {base: context.wall}),
  }),
})

export type ComposeRef = ActorRefFrom<typeof composeMachine>

const draftOf = ({draft, composition}: ComposeContext): Wall => ({...draft, composition})

interface Shown {
  panels: Layout<Panel>
  news: ComposeNews | null
}

/** A change without effect is not undone. */
function withShown({composition, before}: ComposeContext, {panels, news}: Shown): Partial<ComposeContext> {
  if (JSON.stringify(panels) === JSON.stringify(composition.panels)) return {}
  return {
    composition: {...composition, panels, isMended: false},
    before: [...before, composition.panels].slice(-MAX_UNDONE),
    after: [],
    news,
  }
}

/** Goes one step back in the history, or forth again. */
function undone(context: ComposeContext, from: 'before' | 'after', to: 'before' | 'after'): Partial<ComposeContext> {
  const panels = context[from].at(-1)
  const {composition, selected} = context
  if (panels === undefined) return {}
  return {
    composition: {...composition, panels},
    [from]: context[from].slice(0, -1),
    [to]: [...context[to], composition.panels],
    selected: panelIn(panels, selected ?? '')?.id ?? null,
    news: {kind: from === 'before' ? 'undone' : 'redone'},
  }
}

function removed({composition: {panels}, draft}: ComposeContext, id: string): Shown {
  const panel = panelIn(panels, id)
  return {
    panels: settled(
      panels.filter(each => each.id !== id),
      undefined,
      pageRows(draft),
    ),
    news: panel === undefined ? null : {kind: 'removed', panel},
  }
}

function placed(
  {composition: {panels}, draft}: ComposeContext,
  id: string,
  change: (panels: Layout<Panel>, page: number) => Layout<Panel>,
): Shown {
  const changed = change(panels, pageRows(draft))
  const panel = panelIn(changed, id)
  return {panels: changed, news: panel === undefined ? null : {kind: 'placed', panel}}
}

/** The wall that is shown. One of tiles alone begins as a single panel of its tiles. */
export function composeInput({wall, walls}: Pick<Board, 'wall' | 'walls'>): ComposeInput {
  const stored = walls.find(({name}) => name === wall?.name) ?? null
  const draft = stored ?? wall ?? NEW_WALL
  return {wall: stored, draft, walls, composition: draft.composition ?? compositionOfTiles(draft)}
}

function compositionOfTiles({keys, tiles, order, grouping, ...wall}: Wall): Composition {
  const panel = newPanel('tiles', [], {keys: [...keys], tiles, order, grouping})
  return {panels: [{...panel, w: COLUMNS, h: screenRows(wall)}], surplus: [], isMended: false}
}
