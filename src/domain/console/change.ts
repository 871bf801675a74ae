import type {EpochMs} from '../../../contract/wire/common'
import type {EntityType} from '../../../contract/wire/entities/attribute'
import type {AttributeName} from './attribute'

/** The time of a version on the client's clock, and its author; `email` is null when the server doesn't say. */
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

/** The side whose value wins where two people have changed the same field. */
export type Side = 'mine' | 'theirs'
