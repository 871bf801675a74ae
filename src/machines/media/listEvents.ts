import type {KeptList} from '../../../contract/rules/keptList'

/** The entity whose attribute keeps the list. */
export interface ListOwner {
  kind: 'device' | 'asset' | 'organisation'
  id: string
  organisationId: string | null
}

/** `list.heard` tells the list as a user has written it; `news.suspected`, that it may have changed unheard. */
export type ListChange<Item> = {type: 'list.received'; list: KeptList<Item>} | {type: 'change.suspected'}

export interface ListWrite<Item> {
  owner: ListOwner
  /** With the version that it was made of. */
  list: KeptList<Item>
}

export interface ListContext<Item, Intent> {
  owner: ListOwner
  /** As it is kept on the server, as far as is known. */
  kept: KeptList<Item>
  /** What is still to be written, oldest first. */
  intents: readonly Intent[]
  /** How many of the intents are being written. */
  sent: number
  /** With the intents fulfilled; it stands still while something is dragged. */
  shown: KeptList<Item>
  /** What takes back the last intents, and what does them again, the next one last. */
  undo: readonly Intent[]
  redo: readonly Intent[]
  /** Heard while something is being written. */
  received: KeptList<Item> | null
  message: string | null
}

export type ListEvent<Item, Intent> =
  | ListChange<Item>
  | {type: 'list.changed'}
  | {type: 'intent.added'; intent: Intent}
  | {type: 'undo.requested'}
  | {type: 'redo.requested'}
  | {type: 'drag.started'}
  | {type: 'drag.ended'}
  | {type: 'replacement.confirmed'}
  | {type: 'retry.requested'}
