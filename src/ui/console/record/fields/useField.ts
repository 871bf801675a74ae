import {useSelector} from '@xstate/react'
import type {DraftValue, Field, FormKind} from '../../../../domain/console/records/field'
import type {RecordRef} from '../../../../machines/console/record/record'

export interface RecordFieldProps {
  record: RecordRef
  field: Field
  form: FormKind
  autoFocus: boolean
}

/** Selects only the value of this field, so that typing renders one field and not the whole form. */
export function useField({record, field: {name, label, isRequired}, autoFocus}: RecordFieldProps) {
  const value: DraftValue = useSelector(record, ({context}) => context.draft[name] ?? '')
  const error = useSelector(record, ({context}) => context.problems[name])
  const isBusy = useSelector(record, s => s.hasTag('busy'))
  return {
    value,
    isBusy,
    change: (changed: DraftValue) => record.send({type: 'field.changed', name, value: changed}),
    shared: {name, label, error, autoFocus, required: isRequired},
  }
}
