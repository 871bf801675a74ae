import {NativeSelect, PasswordInput, Switch, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DraftValue} from '../../../domain/records/draft'
import type {Field, FieldKind, FormKind} from '../../../domain/records/field'
import type {RecordRef} from '../../../machines/record'
import styles from './Record.module.css'
import {texts} from './texts'

export interface RecordFieldProps {
  record: RecordRef
  field: Field
  form: FormKind
  autoFocus: boolean
}

/** A field of a form, by its kind. */
export function RecordField(props: RecordFieldProps) {
  switch (props.field.kind) {
    case 'flag':
      return <Flag {...props} />
    case 'choice':
      return <Choice {...props} />
    case 'info':
      return <Info {...props} />
    case 'password':
      return <Password {...props} />
    default:
      return <Line {...props} />
  }
}

/** What fields of all kinds have. Its own value alone is selected: typing draws one field. */
function useField({record, field: {name, label, isRequired}, autoFocus}: RecordFieldProps) {
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

function Line(props: RecordFieldProps) {
  const {value, isBusy, change, shared} = useField(props)
  return (
    <TextInput
      {...shared}
      type={INPUT_TYPES[props.field.kind] ?? 'text'}
      value={String(value)}
      readOnly={isBusy}
      autoComplete="off"
      spellCheck={false}
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}

/** So that fields side by side stand in line. */
const DESCRIBED_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

const INPUT_TYPES: Partial<Record<FieldKind, string>> = {email: 'email', phone: 'tel'}

function Password(props: RecordFieldProps) {
  const {value, isBusy, change, shared} = useField(props)
  const isNew = props.form === 'create'
  return (
    <PasswordInput
      {...shared}
      required={isNew && shared.required}
      description={isNew ? undefined : texts.keepPassword}
      inputWrapperOrder={DESCRIBED_BELOW}
      value={String(value)}
      readOnly={isBusy}
      autoComplete="new-password"
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}

function Choice(props: RecordFieldProps) {
  const {value, change, shared} = useField(props)
  const options = props.form === 'create' ? props.field.optionsWhenCreating : props.field.options
  const isKnown = value === '' || options.includes(String(value))
  const empty = {value: '', label: shared.required ? texts.choose : texts.none}
  return (
    <NativeSelect
      {...shared}
      data={[...(shared.required && value !== '' ? [] : [empty]), ...options, ...(isKnown ? [] : [String(value)])]}
      value={String(value)}
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}

function Flag(props: RecordFieldProps) {
  const {value, change, shared} = useField(props)
  return (
    <Switch
      {...shared}
      className={styles.flag}
      classNames={{track: styles.track}}
      checked={value === true}
      onChange={({currentTarget}) => change(currentTarget.checked)}
    />
  )
}

function Info(props: RecordFieldProps) {
  const {value, isBusy, change, shared} = useField(props)
  return (
    <Textarea
      {...shared}
      className={styles.wide}
      classNames={{input: styles.monospace}}
      description={texts.info}
      inputWrapperOrder={DESCRIBED_BELOW}
      autosize
      minRows={3}
      maxRows={24}
      value={String(value)}
      readOnly={isBusy}
      spellCheck={false}
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}
