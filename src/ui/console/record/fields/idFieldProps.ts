import type {EntityType} from '../../../../../contract/wire/entities/attribute'
import type {ChoicesRef} from '../../../../machines/console/record/choices'
import type {KeptFocus} from './keptFocus'
import type {RecordFieldProps} from './useField'

/** `names` is the kind of the record whose id the field holds. */
export interface IdFieldProps extends RecordFieldProps {
  names: EntityType
}

/** `choices` loads the records whose ids the field can hold. */
export interface ListedIdProps extends IdFieldProps {
  choices: ChoicesRef
  keptFocus: KeptFocus
}
