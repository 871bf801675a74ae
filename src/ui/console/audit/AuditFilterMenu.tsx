import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {
  ACTIONS,
  type AuditFilter,
  actionText,
  ENTITY_KINDS,
  FILTER_NAMES,
  type FilterName,
  idOf,
  type NamedFilter,
  namesIn,
} from '../../../domain/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {useApplication} from '../../kit/application'
import {MinuteField} from '../../kit/form/MinuteField'
import {FilterChoice, FilterMenu, FilterText} from '../../kit/table/FilterMenu'
import {useMay} from '../../kit/viewer'
import {texts as allTexts} from './texts'

const texts = allTexts.menu

export function AuditFilterMenu({trail}: {trail: AuditTrailRef}) {
  const seesAll = useMay('organisation.list')
  const offered = FILTER_NAMES.filter(name => name !== 'organisationId' || seesAll)
  const change = (filter: Partial<AuditFilter>) => trail.send({type: 'filter.changed', filter})
  return (
    <FilterMenu texts={texts} offered={offered.map(name => ({name, label: allTexts.fields[name]}))}>
      {({name}, close) => (
        <Value
          trail={trail}
          name={name}
          change={change}
          add={filter => {
            change(filter)
            close()
          }}
        />
      )}
    </FilterMenu>
  )
}

interface ValueProps {
  trail: AuditTrailRef
  name: FilterName
  add: (filter: Partial<AuditFilter>) => void
  /** The menu stays open. */
  change: (filter: Partial<AuditFilter>) => void
}

function Value({trail, name, add, change}: ValueProps) {
  switch (name) {
    case 'entityType':
      return (
        <FilterChoice
          label={texts.value}
          prompt={texts.choose}
          options={ENTITY_KINDS.map(kind => [kind, allTexts.entityTypes[kind]])}
          onChosen={value => add({entityType: ENTITY_KINDS.find(kind => kind === value) ?? ''})}
        />
      )
    case 'action':
      return (
        <FilterChoice
          label={texts.value}
          prompt={texts.choose}
          options={ACTIONS.map(action => [action, actionText(action)])}
          onChosen={action => add({action})}
        />
      )
    case 'userId':
    case 'entityId':
    case 'organisationId':
      return <Named trail={trail} name={name} onChosen={id => add({[name]: id})} />
    case 'from':
    case 'to':
      return <Minute trail={trail} name={name} onChosen={at => change({[name]: at})} />
    default:
      return name satisfies never
  }
}

interface NamedProps {
  trail: AuditTrailRef
  name: NamedFilter
  onChosen: (id: string) => void
}

/** Takes an id, or a name that is in the loaded entries. */
function Named({trail, name, onChosen}: NamedProps) {
  const entries = useSelector(trail, ({context}) => context.entries)
  const names = useMemo(() => namesIn(entries, name), [entries, name])
  return (
    <FilterText
      label={texts.named[name]}
      apply={texts.apply}
      known={[...new Set(names.values())]}
      onApplied={text => onChosen(idOf(names, text))}
    />
  )
}

/** In milliseconds. The chosen end minute is included in full, so the filter ends at its last millisecond. */
const REST_OF_MINUTE = 59_999

interface MinuteProps {
  trail: AuditTrailRef
  name: 'from' | 'to'
  onChosen: (at: number | null) => void
}

function Minute({trail, name, onChosen}: MinuteProps) {
  const {zone} = useApplication()
  const at = useSelector(trail, ({context}) => context.filter[name])
  return (
    <MinuteField
      label={texts.value}
      at={at}
      zone={zone}
      onChosen={chosen => onChosen(chosen === null || name === 'from' ? chosen : chosen + REST_OF_MINUTE)}
    />
  )
}
