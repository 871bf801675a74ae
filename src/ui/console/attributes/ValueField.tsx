import {Switch, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import styles from './Attributes.module.css'
import {texts} from './texts'

export function ValueField({attributes}: {attributes: AttributesRef}) {
  const {type, text} = useSelector(attributes, ({context}) => context.draft)
  const problem = useSelector(attributes, ({context}) => context.problems.value)
  const isNew = useSelector(attributes, ({context}) => context.chosen === null)
  const isBusy = useSelector(attributes, s => s.hasTag('busy'))
  const change = (changed: string) => attributes.send({type: 'draft.changed', change: {text: changed}})
  const field = {
    name: 'value',
    label: texts.form.value,
    'data-autofocus': isNew ? undefined : true,
    required: true,
    value: text,
    readOnly: isBusy,
    error: problem,
  }
  switch (type) {
    case 'bool':
      return (
        <Switch
          name="value"
          label={texts.form.value}
          classNames={{track: styles.track}}
          checked={text === 'true'}
          onChange={({currentTarget}) => change(String(currentTarget.checked))}
        />
      )
    case 'long':
    case 'double':
      return (
        <TextInput
          {...field}
          inputMode={type === 'long' ? 'numeric' : 'decimal'}
          autoComplete="off"
          onChange={({currentTarget}) => change(currentTarget.value)}
        />
      )
    case 'text':
    case 'json':
      return (
        <Textarea
          {...field}
          rows={type === 'json' ? 12 : 3}
          resize="vertical"
          classNames={type === 'json' ? {input: styles.code} : {}}
          dir="auto"
          spellCheck={false}
          onChange={({currentTarget}) => change(currentTarget.value)}
        />
      )
    default:
      return type satisfies never
  }
}
