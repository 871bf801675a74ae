import {NativeSelect} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import type {AlarmCounts} from '../../../domain/alarm'
import {
  type AlarmFilter,
  type AlarmTab,
  filterFromSearch,
  GROUPINGS,
  KINDS,
  RAISED,
  type RaisedBetween,
  type RaisedFilter,
  searchFromFilter,
  TABS,
} from '../../../domain/alarms/filter'
import {type SavedView, VIEW_VERSION} from '../../../domain/savedView'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {useApplication} from '../../kit/application'
import {MinuteField} from '../../kit/form/MinuteField'
import {SearchField} from '../../kit/form/SearchField'
import {PopoverButton} from '../../kit/menu/PopoverButton'
import {useScreen} from '../../kit/screen'
import {FilterChips} from '../../kit/table/FilterChips'
import {NamedViews} from '../../kit/table/NamedViews'
import tableStyles from '../../kit/table/Table.module.css'
import spoken from '../../kit/text/Spoken.module.css'
import {texts as kit} from '../../kit/text/texts'
import {texts as bellTexts} from '../bell/texts'
import {useAlarms} from '../logic'
import {texts} from '../texts'
import styles from './Filters.module.css'

/** In one row: what doesn't fit is in a dialog, which is a sheet on a phone. */
export function Filters({list}: {list: AlarmListRef}) {
  const isDesk = useScreen('desk')
  const isPhone = useScreen('phone')
  const filter = useSelector(list, ({context}) => context.filter)
  const change = (changes: Partial<AlarmFilter>) => list.send({type: 'filter.changed', filter: changes})
  const count = [filter.severity, filter.kind, filter.raised, filter.grouping, filter.organisationId].filter(
    Boolean,
  ).length
  const search = (
    <SearchField
      className={styles.search}
      label={texts.filters.search}
      value={filter.text}
      onTyped={text => change({text})}
    />
  )
  const Parts = isPhone ? TabChoice : Tabs
  return (
    <section className={styles.filters} aria-label={texts.filters.label}>
      <Parts filter={filter} onChosen={tab => change({tab})} />
      {!isPhone && search}
      {isDesk ? (
        <Choices filter={filter} change={change} />
      ) : (
        <PopoverButton label={texts.filters.more(count)}>
          {() => (
            <div className={styles.sheet}>
              {isPhone && search}
              <Choices filter={filter} change={change} />
            </div>
          )}
        </PopoverButton>
      )}
      <AlarmViews list={list} />
      {filter.deviceId !== null && <DeviceChip deviceId={filter.deviceId} onRemoved={() => change({deviceId: null})} />}
    </section>
  )
}

interface ChoicesProps {
  filter: AlarmFilter
  change: (changes: Partial<AlarmFilter>) => void
}

function Choices({filter, change}: ChoicesProps) {
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={texts.filters.severity}
        value={filter.severity ?? ''}
        onChange={({currentTarget: {value}}) => change({severity: SEVERITIES.find(known => known === value) ?? null})}
        data={[
          {value: '', label: `${texts.filters.severity}: ${texts.filters.any}`},
          ...SEVERITIES.toReversed().map(value => ({value, label: kit.severities[value]})),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.filters.kind}
        value={filter.kind ?? ''}
        onChange={({currentTarget: {value}}) => change({kind: KINDS.find(known => known === value) ?? null})}
        data={[
          {value: '', label: `${texts.filters.kind}: ${texts.filters.any}`},
          ...KINDS.map(value => ({value, label: texts.kinds[value]})),
        ]}
      />
      <RaisedChoice
        raised={filter.raised}
        // What became of the alarms of a time is on the tab of all.
        onChosen={raised => change(raised === null ? {raised} : {raised, tab: 'all'})}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.groups.label}
        value={filter.grouping ?? ''}
        onChange={({currentTarget: {value}}) => change({grouping: GROUPINGS.find(known => known === value) ?? null})}
        data={[
          {value: '', label: `${texts.groups.label}: ${texts.groups.noGroups}`},
          ...GROUPINGS.map(value => ({value, label: `${texts.groups.label}: ${texts.groups.names[value]}`})),
        ]}
      />
      <OrganisationFilter chosen={filter.organisationId} onChosen={organisationId => change({organisationId})} />
    </>
  )
}

/** The one device whose alarms are listed. */
function DeviceChip({deviceId, onRemoved}: {deviceId: string; onRemoved: () => void}) {
  const {devices} = useAlarms()
  const name = useSelector(devices, ({context}) => context.devices.find(({id}) => id === deviceId)?.name)
  return (
    <FilterChips
      chips={[{name: 'device', label: texts.columns.device, value: name ?? deviceId}]}
      onRemoved={onRemoved}
    />
  )
}

interface TabsProps {
  filter: AlarmFilter
  onChosen: (tab: AlarmTab) => void
}

function useCounted({organisationId, deviceId}: AlarmFilter) {
  const {bell, isReplay} = useAlarms().logic
  const counts = useSelector(bell, ({context}) => context.counts)
  return isReplay || organisationId !== null || deviceId !== null ? {} : countsOf(counts)
}

/** The parts of the list where there is little room. */
function TabChoice({filter, onChosen}: TabsProps) {
  const {formats} = useApplication()
  const counted = useCounted(filter)
  const labelOf = (tab: AlarmTab) => {
    const count = counted[tab] ?? null
    return count === null ? texts.tabs[tab] : `${texts.tabs[tab]} (${formats.exact(count)})`
  }
  return (
    <NativeSelect
      size="xs"
      className={styles.tabChoice}
      aria-label={texts.filters.tab}
      value={filter.tab}
      onChange={({currentTarget: {value}}) => onChosen(TABS.find(tab => tab === value) ?? filter.tab)}
      data={TABS.map(value => ({value, label: labelOf(value)}))}
    />
  )
}

/** The parts of the list, with how many there are of each as far as that is counted. */
function Tabs({filter, onChosen}: TabsProps) {
  const {bell} = useAlarms().logic
  const {formats} = useApplication()
  const counted = useCounted(filter)
  const isOutdated = useSelector(bell, snapshot => snapshot.context.counts !== null && !snapshot.hasTag('counted'))
  return (
    <fieldset className={styles.tabs}>
      <legend className={spoken.spoken}>{texts.filters.tab}</legend>
      {TABS.map(tab => (
        <button
          key={tab}
          type="button"
          className={styles.tab}
          aria-pressed={tab === filter.tab}
          onClick={() => onChosen(tab)}
        >
          {texts.tabs[tab]}
          {counted[tab] !== undefined && (
            <span className={styles.number} data-outdated={isOutdated || undefined}>
              {counted[tab] !== null && formats.exact(counted[tab])}
              {isOutdated && <span className={spoken.spoken}> ({bellTexts.outdated})</span>}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** Null for tabs still to be counted; there is room for them already. */
function countsOf(counts: AlarmCounts | null): Partial<Record<AlarmTab, number | null>> {
  if (counts === null) return {attention: null, active: null, shelved: null, outOfService: null}
  const {unacknowledged, active, shelved, outOfService} = counts
  return {
    attention: unacknowledged.warning + unacknowledged.critical,
    active: active.warning + active.critical,
    shelved,
    outOfService,
  }
}

interface OrganisationProps {
  chosen: string | null
  onChosen: (organisationId: string | null) => void
}

/** Only a system admin sees alarms of several organisations. */
export function OrganisationFilter(props: OrganisationProps) {
  const {session} = useApplication()
  const isAdmin = useSelector(session, ({context}) => context.user?.authority === 'SYS_ADMIN')
  return isAdmin ? <Organisations {...props} /> : null
}

function Organisations({chosen, onChosen}: OrganisationProps) {
  const {organisations} = useAlarms().owners
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.filters.organisation}
      value={chosen ?? ''}
      onChange={({currentTarget: {value}}) => onChosen(value === '' ? null : value)}
      data={[
        {value: '', label: texts.filters.allOrganisations},
        ...organisations.map(({id, title}) => ({value: id, label: title})),
      ]}
    />
  )
}

/** The stored views of the list: its filters and its grouping. */
function AlarmViews({list}: {list: AlarmListRef}) {
  const {savedViews, storedViews} = useAlarms().logic
  const {session} = useApplication()
  const userId = useSelector(session, ({context}) => context.user?.id ?? '')
  const place = {kind: 'alarm', userId}
  const saved = useActorRef(savedViews, {input: {...place, views: storedViews(place)}})
  return (
    <PopoverButton label={texts.savedViews.menu}>
      {close => (
        <div className={tableStyles.menu}>
          <NamedViews
            saved={saved}
            words={texts.savedViews}
            viewNow={() => viewOf(searchFromFilter(list.getSnapshot().context.filter))}
            onOpened={view => {
              const filter = filterFromSearch(searchOf(view))
              list.send({type: 'filter.changed', filter})
              close()
            }}
          />
        </div>
      )}
    </PopoverButton>
  )
}

/** The parameters of the address are the filters of the view. */
const viewOf = (search: string): SavedView => ({
  v: VIEW_VERSION,
  columns: [],
  sort: '',
  density: null,
  filters: Array.from(new URLSearchParams(search), ([name, value]) => ({name, value})),
})

const searchOf = ({filters}: SavedView): string =>
  String(new URLSearchParams(filters.map(({name, value}) => [name, value])))

const BETWEEN = 'between'

interface RaisedChoiceProps {
  raised: RaisedFilter | null
  onChosen: (raised: RaisedFilter | null) => void
}

/** The time in which the listed alarms were raised. */
function RaisedChoice({raised, onChosen}: RaisedChoiceProps) {
  const {logic} = useAlarms()
  const isBetween = raised !== null && typeof raised === 'object'
  const choose = (value: string) => {
    if (value !== BETWEEN) return onChosen(RAISED.find(known => known === value) ?? null)
    const now = logic.now()
    onChosen({from: now - (now % MINUTE) - 8 * HOUR, to: null})
  }
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={texts.raised.label}
        value={isBetween ? BETWEEN : (raised ?? '')}
        onChange={({currentTarget: {value}}) => choose(value)}
        data={[
          {value: '', label: `${texts.raised.label}: ${texts.filters.any}`},
          ...RAISED.map(value => ({value, label: texts.raised.choices[value]})),
          {value: BETWEEN, label: texts.raised.between},
        ]}
      />
      {isBetween && <Between between={raised} onChosen={onChosen} />}
    </>
  )
}

function Between({between, onChosen}: {between: RaisedBetween; onChosen: RaisedChoiceProps['onChosen']}) {
  const {zone} = useApplication()
  const change = (change: Partial<RaisedBetween>) => {
    const next = {...between, ...change}
    onChosen(next.from === null && next.to === null ? null : next)
  }
  const isReversed = between.from !== null && between.to !== null && between.to < between.from
  return (
    <div className={styles.between}>
      <MinuteField label={texts.raised.from} at={between.from} zone={zone} onChosen={from => change({from})} />
      <MinuteField
        label={texts.raised.to}
        at={between.to}
        zone={zone}
        error={isReversed ? texts.raised.reversed : null}
        onChosen={to => change({to})}
      />
    </div>
  )
}
