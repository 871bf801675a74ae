import {Button, NativeSelect, TextInput} from '@mantine/core'
import {type FormEvent, Fragment, type ReactNode, useId, useState} from 'react'
import {textOf} from '../form/fields'
import {IconPlus} from '../mark/icons'
import {PopoverButton} from '../menu/PopoverButton'
import styles from './Table.module.css'

interface Props<Field> {
  texts: {open: string; heading: string; by: string}
  /** The offered fields. The first one is chosen at first. */
  offered: readonly Field[]
  /** Renders the choice of a value, which depends on the field. */
  children: (field: Field, close: () => void) => ReactNode
}

interface Named {
  name: string
  label: string
}

/** Adds a filter, or changes one. */
export function FilterMenu<Field extends Named>({texts, offered, children}: Props<Field>) {
  return (
    <PopoverButton label={texts.open} title={texts.heading} icon={<IconPlus size={14} aria-hidden />}>
      {close => (
        <NewFilter by={texts.by} offered={offered}>
          {field => children(field, close)}
        </NewFilter>
      )}
    </PopoverButton>
  )
}

interface NewFilterProps<Field> extends Pick<Props<Field>, 'offered'> {
  by: string
  children: (field: Field) => ReactNode
}

function NewFilter<Field extends Named>({by, offered, children}: NewFilterProps<Field>) {
  const [chosen, choose] = useState('')
  const field = offered.find(({name}) => name === chosen) ?? offered[0]
  if (field === undefined) return null
  return (
    <div className={styles.menu}>
      <NativeSelect size="xs" label={by} value={field.name} onChange={({currentTarget: {value}}) => choose(value)}>
        {offered.map(({name, label}) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <Fragment key={field.name}>{children(field)}</Fragment>
    </div>
  )
}

export interface FilterChoiceProps {
  label: string
  /** Shown in place of a value. */
  prompt: string
  options: readonly (readonly [value: string, label: string])[]
  onChosen: (value: string) => void
}

export function FilterChoice({label, prompt, options, onChosen}: FilterChoiceProps) {
  return (
    <NativeSelect size="xs" label={label} value="" onChange={event => onChosen(event.currentTarget.value)}>
      <option value="" disabled>
        {prompt}
      </option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}

interface TextProps {
  label: string
  apply: string
  /** Is offered while typing. */
  known: readonly string[]
  onApplied: (text: string) => void
}

export function FilterText({label, apply, known, onApplied}: TextProps) {
  const listId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = textOf(new FormData(event.currentTarget), 'value').trim()
    if (text !== '') onApplied(text)
  }
  return (
    <form onSubmit={submit}>
      <TextInput size="xs" name="value" label={label} list={listId} spellCheck={false} autoComplete="off" mb="xs" />
      <datalist id={listId}>
        {known.map(text => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <Button type="submit" size="xs">
        {apply}
      </Button>
    </form>
  )
}
