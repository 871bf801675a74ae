import type {EpochMs} from '../../../contract/wire/common'
import type {EntityType} from '../../../contract/wire/entities/attribute'
import type {AttributeName} from './attribute'

/** When a version was made, on the client's clock, and by whom; `email` is null when the server doesn't say. */
export interface Change {
  at: EpochMs
  email: string | null
}

/**
 * Asks for the change of an entity, or of its attribute, that led to `version`. When that is null, it asks for the
 * newest change.
 */
export interface ChangeQuestion {
  entity: {kind: EntityType; id: string}
  attribute: AttributeName | null
  version: number | null
}

/** Whose value is kept where two people have changed the same. */
export type Side = 'mine' | 'theirs'
