import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useLocation} from 'react-router-dom'
import {
  type AuditEntry,
  type AuditFilter,
  actionText,
  auditFilter,
  EVERYTHING,
  FILTER_NAMES,
  type FilterName,
  filteredBy,
  namesIn,
} from '../../../domain/audit'
import type {Formats} from '../../../domain/format/formats'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {useApplication} from '../../kit/application'
import {FilterChips} from '../../kit/table/FilterChips'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import styles from './Audit.module.css'
import {AuditFilterMenu} from './AuditFilterMenu'
import {Entries} from './Entries'
import {texts} from './texts'

/** The filters are parameters of the address. */
export function AuditPage() {
  const {auditTrail: logic, now} = useConsole()
  const {search} = useLocation()
  const trail = useActorRef(logic, {input: {filter: auditFilter(search), now: now()}})
  const crumbs = useCrumbs()
  return (
    <ConsolePage heading={texts.heading} crumbs={crumbs}>
      <Trail trail={trail} />
    </ConsolePage>
  )
}

function Trail({trail}: {trail: AuditTrailRef}) {
  return (
    <div className={styles.trail}>
      <Filters trail={trail} />
      <Entries trail={trail} />
    </div>
  )
}

/** The filters of the entries, each as a chip that removes it. */
function Filters({trail}: {trail: AuditTrailRef}) {
  const {formats} = useApplication()
  const filter = useSelector(trail, ({context}) => context.filter)
  const entries = useSelector(trail, ({context}) => context.entries)
  const chips = useMemo(() => chipsOf(filter, entries, formats), [filter, entries, formats])
  return (
    <section className={styles.filters} aria-label={texts.filters}>
      <AuditFilterMenu trail={trail} />
      <FilterChips
        chips={chips}
        onRemoved={removed => {
          const name = FILTER_NAMES.find(name => name === removed)
          if (name !== undefined) trail.send({type: 'filter.changed', filter: {[name]: EVERYTHING[name]}})
        }}
      />
      {chips.length > 1 && (
        <Button variant="default" size="xs" onClick={() => trail.send({type: 'filter.changed', filter: EVERYTHING})}>
          {texts.clear}
        </Button>
      )}
    </section>
  )
}

const chipsOf = (filter: AuditFilter, entries: readonly AuditEntry[], formats: Formats) =>
  filteredBy(filter).map(name => ({name, label: texts.fields[name], value: wordOf(name, filter, entries, formats)}))

function wordOf(name: FilterName, filter: AuditFilter, entries: readonly AuditEntry[], formats: Formats): string {
  switch (name) {
    case 'entityType':
      return filter.entityType === '' ? '' : texts.entityTypes[filter.entityType]
    case 'action':
      return actionText(filter.action)
    case 'userId':
    case 'entityId':
    case 'organisationId':
      return namesIn(entries, name).get(filter[name]) ?? filter[name]
    case 'from':
    case 'to': {
      const at = filter[name]
      return at === null ? '' : formats.dateTime(at, 'minute')
    }
    default:
      return name satisfies never
  }
}
