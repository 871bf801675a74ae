import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useId, useState} from 'react'
import type {EpochMs} from '../../../../contract/wire/common'
import {wordOf} from '../../../domain/console/records/cell'
import type {Column} from '../../../domain/console/records/columns'
import {isValue, offeredValues, withFilter} from '../../../domain/console/records/filters'
import type {RecordListRef} from '../../../machines/console/recordList'
import {useApplication} from '../../kit/application'
import {IconPlus} from '../../kit/icons'
import {MinuteField} from '../../kit/MinuteField'
import {PopoverButton} from '../../kit/PopoverButton'
import tableStyles from '../../kit/table/Table.module.css'
import type {ListParts} from './useListParts'
import {viewTexts} from './viewTexts'

/** Adds a filter of one column. The column decides how its value is chosen. */
export function FilterMenu({columns, ...parts}: ListParts) {
  const offered = columns.filter(({isFilterable}) => isFilterable)
  if (offered.length === 0) return null
  return (
    <PopoverButton
      label={viewTexts.filters.add}
      title={viewTexts.filters.heading}
      icon={<IconPlus size={14} aria-hidden />}
    >
      {close => <NewFilter {...parts} offered={offered} onAdded={close} />}
    </PopoverButton>
  )
}

interface NewFilterProps extends Pick<ListParts, 'list' | 'names'> {
  offered: readonly Column[]
  onAdded: () => void
}

function NewFilter({list, names, offered, onAdded}: NewFilterProps) {
  const [chosen, choose] = useState('')
  const column = offered.find(({name}) => name === chosen) ?? offered[0]
  if (column === undefined) return null
  const add = (value: string) => {
    if (!isValue(column, value)) return
    const {filters} = list.getSnapshot().context.view
    list.send({type: 'view.changed', view: {filters: withFilter(filters, {name: column.name, value})}})
    onAdded()
  }
  return (
    <div className={tableStyles.menu}>
      <NativeSelect
        size="xs"
        label={viewTexts.filters.column}
        value={column.name}
        onChange={({currentTarget: {value}}) => choose(value)}
      >
        {offered.map(({name, label}) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <Value key={column.name} {...{list, names, column, add}} />
    </div>
  )
}

interface ValueProps {
  list: RecordListRef
  names: ListParts['names']
  column: Column
  add: (value: string) => void
}

function Value(props: ValueProps) {
  switch (props.column.kind) {
    case 'time':
      return <Since {...props} />
    case 'id':
      return <NamedRecord {...props} />
    case 'choice':
    case 'status':
      return (
        <Choice {...props} options={props.column.options.map(value => [value, wordOf(props.column.name, value)])} />
      )
    case 'state':
      return (
        <Choice
          {...props}
          options={[
            ['false', viewTexts.filters.notDeleted],
            ['true', viewTexts.filters.deleted],
          ]}
        />
      )
    default:
      return <Typed {...props} />
  }
}

function NamedRecord({names, column, ...props}: ValueProps) {
  const choices = useSelector(names, ({context}) => context.choices.get(column.names ?? ''))
  if (choices === undefined) return <Typed {...{names, column, ...props}} />
  return <Choice {...{names, column, ...props}} options={choices.map(({value, label}) => [value, label])} />
}

function Choice({column, add, options}: ValueProps & {options: readonly (readonly [value: string, label: string])[]}) {
  return (
    <NativeSelect size="xs" label={viewTexts.filters.value} value="" onChange={event => add(event.currentTarget.value)}>
      <option value="" disabled>
        {viewTexts.filters.choose(column.label)}
      </option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Offers the values that are in the loaded rows. */
function Typed({list, column, add}: ValueProps) {
  const id = useId()
  const shown = useSelector(list, ({context}) => (context.isWhole ? context.sorted.records : context.shown))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('value')
    if (typeof value === 'string') add(value.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextInput size="xs" name="value" label={viewTexts.filters.value} list={id} autoComplete="off" mb="xs" />
      <datalist id={id}>
        {offeredValues(column.name, shown).map(value => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <Button type="submit" size="xs">
        {viewTexts.filters.apply}
      </Button>
    </form>
  )
}

function Since({add}: ValueProps) {
  const {zone} = useApplication()
  const [at, choose] = useState<EpochMs | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (at !== null) add(new Date(at).toISOString())
  }
  return (
    <form className={tableStyles.menu} onSubmit={submit}>
      <MinuteField label={viewTexts.filters.since} {...{at, zone}} onChosen={choose} />
      <Button type="submit" size="xs">
        {viewTexts.filters.apply}
      </Button>
    </form>
  )
}
