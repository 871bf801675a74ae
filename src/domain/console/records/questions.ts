import {isPulsewall} from '../../../../contract/rules/offer'
import type {Offer} from '../../../../contract/wire/capabilities'
import type {EpochMs} from '../../../../contract/wire/common'
import type {ConsoleRecord, Description} from './description'
import type {Values} from './draft'
import {STATUS} from './list/columns'
import type {ListView} from './list/list'

export interface RecordQuestion {
  description: Description
  id: string
}

/** `organisationId` is the organisation that the record will belong to; it is empty for an organisation itself. */
export interface CreationQuestion {
  description: Description
  organisationId: string
  values: Values
}

/** `record` is the version that the user has edited. */
export interface SaveQuestion {
  description: Description
  record: ConsoleRecord
  changes: Values
}

/** Asks for the rows after `cursor`, or for the first rows when it is null. */
export interface PageQuestion {
  description: Description
  organisationId: string
  view: ListView
  cursor: string | null
  /** Whether the server searches, filters, sorts and pages. */
  isPaging: boolean
  /** Whether the server says when each device was last seen. */
  isSeen: boolean
}

/** A server without pages answers with the whole list, regardless of the search. */
export interface RecordPage {
  records: readonly ConsoleRecord[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
  total: number
  isWhole: boolean
  /** When the page was answered, on the server's clock. */
  readAt: EpochMs
}

interface Asking {
  description: Description
  organisationId: string
  view: ListView
  offer: Offer | null
}

/** Leaves out what the server doesn't offer. */
export function pageQuestion({description, organisationId, view, offer}: Asking, cursor: string | null): PageQuestion {
  const filters = view.filters.filter(({name}) => name !== STATUS || isPulsewall(offer))
  return {
    description,
    organisationId,
    view: {...view, filters},
    cursor,
    isPaging: isPulsewall(offer),
    isSeen: isPulsewall(offer) && description.isSeen === true,
  }
}
