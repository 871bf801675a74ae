import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type FormEvent, useId, useMemo, useState} from 'react'
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
} from '../../../domain/console/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {useApplication} from '../../kit/application'
import {IconPlus} from '../../kit/icons'
import {MinuteField} from '../../kit/MinuteField'
import {PopoverButton} from '../../kit/PopoverButton'
import tableStyles from '../../kit/table/Table.module.css'
import {texts} from './texts'

/** Adds a filter, or changes one. Its name decides how its value is chosen. */
export function FilterMenu({trail}: {trail: AuditTrailRef}) {
  return (
    <PopoverButton label={texts.menu.open} title={texts.menu.heading} icon={<IconPlus size={14} aria-hidden />}>
      {close => <NewFilter {...{trail, close}} />}
    </PopoverButton>
  )
}

function NewFilter({trail, close}: {trail: AuditTrailRef; close: () => void}) {
  const isByOrganisation = useSelector(trail, ({context}) => context.capabilities.auditByOrganisation === true)
  const offered = FILTER_NAMES.filter(name => name !== 'organisationId' || isByOrganisation)
  const [chosen, choose] = useState<FilterName>('userId')
  const change = (filter: Partial<AuditFilter>) => trail.send({type: 'filter.changed', filter})
  const add = (filter: Partial<AuditFilter>) => {
    change(filter)
    close()
  }
  return (
    <div className={tableStyles.menu}>
      <NativeSelect
        size="xs"
        label={texts.menu.by}
        value={chosen}
        onChange={({currentTarget: {value}}) => choose(offered.find(name => name === value) ?? chosen)}
      >
        {offered.map(name => (
          <option key={name} value={name}>
            {texts.fields[name]}
          </option>
        ))}
      </NativeSelect>
      <Value key={chosen} {...{trail, name: chosen, add, change}} />
    </div>
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
        <Choice
          options={ENTITY_KINDS.map(kind => [kind, texts.entityTypes[kind]])}
          onChosen={value => add({entityType: ENTITY_KINDS.find(kind => kind === value) ?? ''})}
        />
      )
    case 'action':
      return <Choice options={ACTIONS.map(action => [action, actionText(action)])} onChosen={action => add({action})} />
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

interface ChoiceProps {
  options: readonly (readonly [value: string, label: string])[]
  onChosen: (value: string) => void
}

function Choice({options, onChosen}: ChoiceProps) {
  return (
    <NativeSelect size="xs" label={texts.menu.value} value="" onChange={event => onChosen(event.currentTarget.value)}>
      <option value="" disabled>
        {texts.menu.choose}
      </option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}

interface NamedProps {
  trail: AuditTrailRef
  name: NamedFilter
  onChosen: (id: string) => void
}

/** Takes an id, or a name that is in the loaded entries. */
function Named({trail, name, onChosen}: NamedProps) {
  const listId = useId()
  const entries = useSelector(trail, ({context}) => context.entries)
  const names = useMemo(() => namesIn(entries, name), [entries, name])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('value')
    if (typeof typed === 'string' && typed.trim() !== '') onChosen(idOf(names, typed.trim()))
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        size="xs"
        name="value"
        label={texts.menu.named[name]}
        list={listId}
        spellCheck={false}
        autoComplete="off"
        mb="xs"
      />
      <datalist id={listId}>
        {[...new Set(names.values())].map(known => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <Button type="submit" size="xs">
        {texts.menu.apply}
      </Button>
    </form>
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
      label={texts.menu.value}
      at={at}
      zone={zone}
      onChosen={chosen => onChosen(chosen === null || name === 'from' ? chosen : chosen + REST_OF_MINUTE)}
    />
  )
}
