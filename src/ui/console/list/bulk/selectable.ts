import type {EntityType} from '../../../../../contract/wire/entities/attribute'

/** Deleting an organisation deletes all its records too, so it is possible only on its own page, not in bulk. */
export const isSelectable = (kind: EntityType): boolean => kind !== 'organisation'

/** Only devices and assets can be assigned to a customer. */
export const isAssignable = (kind: EntityType): boolean => kind === 'device' || kind === 'asset'
