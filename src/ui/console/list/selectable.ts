import type {EntityType} from '../../../../contract/wire/attribute'

/** An organisation takes everything with it when it goes, so that is done on its own page, one by one. */
export const isSelectable = (kind: EntityType): boolean => kind !== 'organisation'

/** What may belong to a customer. */
export const isAssignable = (kind: EntityType): boolean => kind === 'device' || kind === 'asset'
