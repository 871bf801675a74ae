import {NativeSelect, PasswordInput, Switch, Textarea, TextInput} from '@mantine/core'
import type {FieldKind} from '../../../../domain/console/records/field'
import {wordOf} from '../../../../domain/console/records/list/cell'
import {DESCRIBED_BELOW} from '../../../kit/form/fields'
import styles from '../Record.module.css'
import {texts} from '../texts'
import {IdField} from './IdField'
import {type RecordFieldProps, useField} from './useField'

export function RecordField(props: RecordFieldProps) {
  const {kind, names} = props.field
  switch (kind) {
    case 'id':
      return names === null ? <Line {...props} /> : <IdField {...props} names={names} />
    case 'flag':
      return <Flag {...props} />
    case 'choice':
      return <Choice {...props} />
    case 'info':
      return <Info {...props} />
    case 'days':
      return <Days {...props} />
    case 'password':
      return <Password {...props} />
    default:
      return <Line {...props} />
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

const INPUT_TYPES: Partial<Record<FieldKind, string>> = {email: 'email', phone: 'tel'}

function Password(props: RecordFieldProps) {
  const {value, isBusy, change, shared} = useField(props)
  const isNew = props.form === 'create'
  const {isOwn} = props.field
  return (
    <PasswordInput
      {...shared}
      required={isNew && shared.required}
      description={isNew ? undefined : isOwn ? texts.ownPassword : texts.keepPassword}
      inputWrapperOrder={DESCRIBED_BELOW}
      value={String(value)}
      readOnly={isBusy}
      autoComplete={isOwn ? 'current-password' : 'new-password'}
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}

function Days(props: RecordFieldProps) {
  const {value, isBusy, change, shared} = useField(props)
  return (
    <TextInput
      {...shared}
      description={texts.days}
      inputWrapperOrder={DESCRIBED_BELOW}
      inputMode="numeric"
      value={String(value)}
      readOnly={isBusy}
      autoComplete="off"
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}

function Choice(props: RecordFieldProps) {
  const {value, change, shared} = useField(props)
  const options = props.form === 'create' ? props.field.optionsWhenCreating : props.field.options
  const isKnown = value === '' || options.includes(String(value))
  const worded = (option: string) => ({value: option, label: wordOf(props.field.name, option)})
  const known = [...options, ...(isKnown ? [] : [String(value)])]
  const empty = {value: '', label: shared.required ? texts.choose : texts.none}
  return (
    <NativeSelect
      {...shared}
      data={[...(shared.required && value !== '' ? [] : [empty]), ...known.map(worded)]}
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
