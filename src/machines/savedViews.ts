import {type ActorRefFrom, assign, setup} from 'xstate'
import {trimmed} from '../../contract/wire/text'
import {type NamedView, type SavedView, withNamed, withoutNamed} from '../domain/savedView'
import {type Given, missing} from './ports'

export interface SavedViewsInput {
  /** The kind of the list and the user whose views they are. */
  kind: string
  userId: string
  views: readonly NamedView[]
}

type SavedViewsEvent =
  | {type: 'name.typed'; name: string}
  | {type: 'view.saved'; view: SavedView}
  | {type: 'view.removed'; name: string}

/** Keeps views of one kind of list by name. */
export const savedViewsMachine = setup({
  types: {} as {
    context: SavedViewsInput & {name: string}
    events: SavedViewsEvent
    input: SavedViewsInput
  },
  actions: {
    storeViews: (_, _params: Given<SavedViewsInput>) => missing('storeViews'),
  },
  guards: {
    isNamed: ({context}) => trimmed(context.name) !== '',
  },
}).createMachine({
  id: 'savedViews',
  context: ({input}) => ({...input, name: ''}),
  on: {
    'name.typed': {actions: assign({name: ({event}) => event.name})},
    'view.saved': {
      guard: 'isNamed',
      actions: [
        assign(({context: {views, name}, event: {view}}) => ({
          views: withNamed(views, {name: trimmed(name), view}),
          name: '',
        })),
        {type: 'storeViews', params: ({context}) => context},
      ],
    },
    'view.removed': {
      actions: [
        assign({views: ({context, event}) => withoutNamed(context.views, event.name)}),
        {type: 'storeViews', params: ({context}) => context},
      ],
    },
  },
})

export type SavedViewsLogic = typeof savedViewsMachine
export type SavedViewsRef = ActorRefFrom<SavedViewsLogic>
