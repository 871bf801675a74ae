import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {ACTION_TEXTS, ENTITY_KINDS, EVERYTHING, isSameFilter} from '../../../domain/console/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {useApplication} from '../../kit/application'
import {MinuteField} from '../../kit/MinuteField'
import styles from './Audit.module.css'
import {texts} from './texts'

/** In milliseconds. The chosen end minute is included in full, so the filter ends at its last millisecond. */
const REST_OF_MINUTE = 59_999

export function Filters({trail}: {trail: AuditTrailRef}) {
  const {zone} = useApplication()
  const {from, to} = useSelector(trail, ({context}) => context.filter)
  const isFiltered = useSelector(trail, ({context}) => !isSameFilter(context.filter, EVERYTHING))
  return (
    <section className={styles.filters} aria-label={texts.filters}>
      <KindFilter trail={trail} />
      <IdFilter trail={trail} name="entityId" />
      <ActionFilter trail={trail} />
      <IdFilter trail={trail} name="userId" />
      <MinuteField
        label={texts.from}
        at={from}
        zone={zone}
        onChosen={at => trail.send({type: 'filter.changed', filter: {from: at}})}
      />
      <MinuteField
        label={texts.to}
        at={to}
        zone={zone}
        onChosen={at => trail.send({type: 'filter.changed', filter: {to: at === null ? null : at + REST_OF_MINUTE}})}
      />
      {isFiltered && (
        <Button variant="default" size="xs" onClick={() => trail.send({type: 'filter.changed', filter: EVERYTHING})}>
          {texts.clear}
        </Button>
      )}
    </section>
  )
}

function KindFilter({trail}: {trail: AuditTrailRef}) {
  const entityType = useSelector(trail, ({context}) => context.filter.entityType)
  return (
    <NativeSelect
      size="xs"
      label={texts.entityType}
      value={entityType}
      onChange={({currentTarget: {value}}) =>
        trail.send({type: 'filter.changed', filter: {entityType: ENTITY_KINDS.find(kind => kind === value) ?? ''}})
      }
    >
      <option value="">{texts.any}</option>
      {ENTITY_KINDS.map(kind => (
        <option key={kind} value={kind}>
          {texts.entityTypes[kind]}
        </option>
      ))}
    </NativeSelect>
  )
}

function ActionFilter({trail}: {trail: AuditTrailRef}) {
  const action = useSelector(trail, ({context}) => context.filter.action)
  return (
    <NativeSelect
      size="xs"
      label={texts.action}
      value={action}
      onChange={({currentTarget: {value}}) => trail.send({type: 'filter.changed', filter: {action: value}})}
    >
      <option value="">{texts.any}</option>
      {ACTION_TEXTS.map(([known, text]) => (
        <option key={known} value={known}>
          {text}
        </option>
      ))}
    </NativeSelect>
  )
}

function IdFilter({trail, name}: {trail: AuditTrailRef; name: 'entityId' | 'userId'}) {
  const value = useSelector(trail, ({context}) => context.filter[name])
  return (
    <TextInput
      size="xs"
      label={texts[name]}
      placeholder={texts.any}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={event => trail.send({type: 'filter.changed', filter: {[name]: event.currentTarget.value.trim()}})}
    />
  )
}
