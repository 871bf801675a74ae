import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useState} from 'react'
import type {EpochMs} from '../../../../../contract/wire/common'
import {wordOf} from '../../../../domain/console/records/list/cell'
import type {Column} from '../../../../domain/console/records/list/columns'
import {isValue, offeredValues, withFilter} from '../../../../domain/console/records/list/filters'
import type {RecordListRef} from '../../../../machines/console/recordList'
import {useApplication} from '../../../kit/application'
import {MinuteField} from '../../../kit/form/MinuteField'
import {FilterChoice, type FilterChoiceProps, FilterMenu, FilterText} from '../../../kit/table/FilterMenu'
import tableStyles from '../../../kit/table/Table.module.css'
import type {ListParts} from '../useListParts'
import {viewTexts} from './viewTexts'

const texts = viewTexts.filters

export function ColumnFilterMenu({list, names, columns}: ListParts) {
  const offered = columns.filter(({isFilterable}) => isFilterable)
  if (offered.length === 0) return null
  return (
    <FilterMenu texts={{open: texts.add, heading: texts.heading, by: texts.column}} offered={offered}>
      {(column, close) => (
        <Value
          list={list}
          names={names}
          column={column}
          add={value => {
            if (!isValue(column, value)) return
            const {filters} = list.getSnapshot().context.view
            list.send({type: 'view.changed', view: {filters: withFilter(filters, {name: column.name, value})}})
            close()
          }}
        />
      )}
    </FilterMenu>
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
            ['false', texts.notDeleted],
            ['true', texts.deleted],
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

function Choice({column, add, options}: ValueProps & Pick<FilterChoiceProps, 'options'>) {
  return <FilterChoice label={texts.value} prompt={texts.choose(column.label)} options={options} onChosen={add} />
}

/** Offers the values that are in the loaded rows. */
function Typed({list, column, add}: ValueProps) {
  const shown = useSelector(list, ({context}) => (context.isWhole ? context.sorted.records : context.shown))
  return (
    <FilterText label={texts.value} apply={texts.apply} known={offeredValues(column.name, shown)} onApplied={add} />
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
      <MinuteField label={texts.since} at={at} zone={zone} onChosen={choose} />
      <Button type="submit" size="xs">
        {texts.apply}
      </Button>
    </form>
  )
}
