import type {EntityType} from '../../../../contract/wire/attribute'
import type {ChoicesRef} from '../../../machines/console/choices'
import type {KeptFocus} from './keptFocus'
import type {RecordFieldProps} from './useField'

/** Of an id that names a kind of entity. */
export interface IdFieldProps extends RecordFieldProps {
  names: EntityType
}

/** With the list of those that it may name, or the wish for one. */
export interface ListedIdProps extends IdFieldProps {
  choices: ChoicesRef
  keptFocus: KeptFocus
}
