import type {KeptList} from '../../../contract/rules/keptList'

/** The entity whose attribute keeps the list. */
export interface ListOwner {
  kind: 'device' | 'asset' | 'organisation'
  id: string
  organisationId: string | null
}

/** `list.heard` tells the list as somebody has written it; `news.suspected`, that it may have changed unheard. */
export type ListNewsEvent<Item> = {type: 'list.heard'; list: KeptList<Item>} | {type: 'news.suspected'}

export interface ListWrite<Item> {
  owner: ListOwner
  /** With the version that it was made of. */
  list: KeptList<Item>
}

export interface ListContext<Item, Wish> {
  owner: ListOwner
  /** As it is kept on the server, as far as is known. */
  kept: KeptList<Item>
  /** What is still to be written, oldest first. */
  wishes: readonly Wish[]
  /** How many of the wishes are being written. */
  sent: number
  /** With the wishes fulfilled; it stands still while something is dragged. */
  shown: KeptList<Item>
  /** What takes back the last wishes, and what does them again, the next one last. */
  undo: readonly Wish[]
  redo: readonly Wish[]
  /** Heard while something is being written. */
  heard: KeptList<Item> | null
  message: string | null
}

export type ListEvent<Item, Wish> =
  | ListNewsEvent<Item>
  | {type: 'list.changed'}
  | {type: 'wish.made'; wish: Wish}
  | {type: 'undo.requested'}
  | {type: 'redo.requested'}
  | {type: 'drag.started'}
  | {type: 'drag.ended'}
  | {type: 'replacement.confirmed'}
  | {type: 'retry.requested'}
