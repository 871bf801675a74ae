import {useSelector} from '@xstate/react'
import {wordOf} from '../../../../domain/console/records/list/cell'
import type {Column} from '../../../../domain/console/records/list/columns'
import {type Filter, withoutFilter} from '../../../../domain/console/records/list/filters'
import {FilterChips} from '../../../kit/table/FilterChips'
import type {ListParts} from '../useListParts'
import {viewTexts} from './viewTexts'

export function Chips({list, columns, world}: ListParts) {
  const filters = useSelector(list, ({context}) => context.view.filters)
  const chips = filters.flatMap(filter => {
    const column = columns.find(({name, isFilterable}) => isFilterable && name === filter.name)
    return column === undefined ? [] : [chipOf(filter, column, world)]
  })
  return (
    <FilterChips
      chips={chips}
      onRemoved={name => list.send({type: 'view.changed', view: {filters: withoutFilter(filters, name)}})}
    />
  )
}

function chipOf({name, value}: Filter, {kind, label}: Column, {names, formats}: ListParts['world']) {
  switch (kind) {
    case 'time':
      return {name, label: viewTexts.filters.sinceOf(label), value: formats.dateTime(Date.parse(value), 'minute')}
    case 'id':
      return {name, label, value: names.get(value) ?? value}
    case 'state':
      return {name, label, value: value === 'true' ? viewTexts.filters.deleted : viewTexts.filters.notDeleted}
    default:
      return {name, label, value: wordOf(name, value)}
  }
}
