import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useLocation, useNavigate} from 'react-router-dom'
import {isPulsewall} from '../../../../contract/rules/offer'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {ACTIONS_OF_MANY, type AlarmActionKind} from '../../../domain/alarms/action'
import {
  type AlarmGrouping,
  EVERY_ALARM,
  filterFromSearch,
  isSameFilter,
  peekFromSearch,
} from '../../../domain/alarms/filter'
import {type AlarmGroup, type AlarmRow, groupedRows} from '../../../domain/alarms/groups'
import {countWaiting, rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {alarmPath, replayPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {RetryButton, useFailure, useTried} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {useScreen} from '../../kit/screen'
import {BesideList} from '../../kit/table/BesideList'
import type {DataColumn} from '../../kit/table/DataTable'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {SkeletonTable} from '../../kit/table/SkeletonTable'
import spoken from '../../kit/text/Spoken.module.css'
import {texts as kit} from '../../kit/text/texts'
import {AlarmPart} from '../card/AlarmPart'
import {useAlarmActions, useAlarms, useMaySelect} from '../logic'
import {AlarmMaintenance} from '../maintenance/AlarmMaintenance'
import {Outdated} from '../Outdated'
import {Journal} from '../page/Journal'
import {Facts} from '../page/Now'
import {texts} from '../texts'
import {columnsOf} from './columnsOf'
import {Filters} from './Filters'
import groupHeadStyles from './GroupHead.module.css'
import styles from './List.module.css'
import peekStyles from './Peek.module.css'

/** The present alarms. The address holds their filter. */
export function ListPage() {
  const {logic} = useAlarms()
  const {search} = useLocation()
  const {session} = useApplication()
  const organisationId = useSelector(session, ({context}) => context.user?.organisationId ?? null)
  const input = {filter: filterFromSearch(search), peek: peekFromSearch(search), now: logic.now(), organisationId}
  const list = useActorRef(logic.list, {input})
  const isPeeking = useSelector(list, ({context}) => context.peek !== null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the pane beside the list
    <div
      className={styles.list}
      onKeyDown={({key, defaultPrevented}) => {
        if (key === 'Escape' && isPeeking && !defaultPrevented) list.send({type: 'peek.changed', id: null})
      }}
    >
      <Filters list={list} />
      <AlarmState list={list} />
      <div className={styles.beside}>
        <Alarms list={list} />
        <Peek list={list} />
      </div>
    </div>
  )
}

/** The number of alarms, their age, and the actions on the selected ones. */
function AlarmState({list}: {list: AlarmListRef}) {
  const outdatedSince = useSelector(list, ({context}) => context.outdatedSince)
  const message = useSelector(list, ({context}) => context.message)
  const hasMissed = useSelector(list, s => s.matches({loaded: 'missed'}))
  const isFetchingMore = useSelector(list, s => s.matches({loaded: 'fetchingMore'}))
  const failure = useFailure(list)
  const missed = useTried(hasMissed, isFetchingMore)
  const hasSelected = useSelector(list, ({context}) => context.selected.size > 0)
  return (
    <div className={styles.standing}>
      {hasSelected ? <SelectionBar list={list} /> : <Count list={list} />}
      <Waiting list={list} />
      <Outdated since={outdatedSince} />
      {(failure.isFailed || missed.isFailed) && (
        <>
          <p role="alert" className={styles.alert}>
            {failure.isFailed ? message : texts.missed}
          </p>
          <RetryButton
            isBusy={failure.isRetrying || missed.isRetrying}
            text={texts.retry}
            onClick={() => list.send({type: 'retry.requested'})}
          />
        </>
      )}
    </div>
  )
}

/** While a user is at work on the rows, new alarms wait here. */
function Waiting({list}: {list: AlarmListRef}) {
  const {formats} = useApplication()
  const waiting = useSelector(list, ({context}) => countWaiting(context))
  return (
    <span role="status">
      {waiting > 0 && (
        <Button size="xs" variant="light" onClick={() => list.send({type: 'waiting.requested'})}>
          {texts.waiting(formats.exact(waiting))}
        </Button>
      )}
    </span>
  )
}

function Count({list}: {list: AlarmListRef}) {
  const {formats} = useApplication()
  const count = useSelector(list, ({context}) => context.listed?.alarms.length ?? null)
  const isAll = useSelector(list, ({context}) => context.listed?.next === null)
  const isFetchingMore = useSelector(list, s => s.matches({loaded: 'fetchingMore'}))
  if (count === null || count === 0) return null
  return (
    <p className={styles.quiet}>
      {texts.count(formats.exact(count), count, isAll)}
      {isFetchingMore && ` · ${texts.loadingMore}`}
    </p>
  )
}

function Alarms({list}: {list: AlarmListRef}) {
  const isEmpty = useSelector(list, ({context}) => rowsOf(context).length === 0)
  const isLoaded = useSelector(list, s => s.matches('loaded') || s.matches('pausing'))
  const {isFailed} = useFailure(list)
  const filter = useSelector(list, ({context}) => context.filter)
  if (!isEmpty) return <AlarmTable list={list} />
  if (isFailed) return null
  if (!isLoaded) return <SkeletonTable label={texts.loading} columns={6} lines={1} />
  const isFiltered = !isSameFilter(filter, {...EVERY_ALARM, tab: filter.tab})
  return (
    <p role="status" className={styles.nothing}>
      {isFiltered ? texts.nothingFiltered : texts.nothing[filter.tab]}
    </p>
  )
}

function AlarmTable({list}: {list: AlarmListRef}) {
  const navigate = useNavigate()
  const maySelect = useMaySelect()
  const alarms = useSelector(list, ({context}) => rowsOf(context))
  const isLoading = useSelector(list, s => s.matches('loading') || s.matches({loaded: 'fetchingMore'}))
  const isPhone = useScreen('tablet')
  const isNotebook = useScreen('notebook')
  const isDesk = useScreen('desk')
  const peek = useSelector(list, ({context}) => context.peek)
  const isNarrow = isPhone || (peek !== null && !isDesk)
  const hasUsers = !isNotebook && peek === null
  const grouping = useSelector(list, ({context}) => context.filter.grouping)
  const isAll = useSelector(list, ({context}) => context.listed?.next === null)
  const rows = useMemo(() => groupedRows(alarms, grouping), [alarms, grouping])
  const columns = useMemo(
    () =>
      columnsOf({list, isNarrow, hasUsers, maySelect}).map(
        ({cell, ...column}): DataColumn<AlarmRow> => ({
          ...column,
          cell: row => ('alarm' in row ? cell(row.alarm) : null),
        }),
      ),
    [list, isNarrow, hasUsers, maySelect],
  )
  return (
    <div
      className={styles.table}
      data-alarms
      data-narrow={isNarrow || undefined}
      data-beside={peek !== null || undefined}
    >
      <MeasuredTable<AlarmRow>
        label={texts.heading}
        columns={columns}
        rows={rows}
        keyOf={({id}) => id}
        current={peek}
        headOf={row =>
          'group' in row && grouping !== null ? <GroupHead group={row.group} grouping={grouping} isAll={isAll} /> : null
        }
        isBusy={isLoading}
        onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
        onOpen={row => {
          if (!('alarm' in row)) return
          if (isPhone) navigate(alarmPath(row.id))
          else list.send({type: 'peek.changed', id: row.id})
        }}
        onMoved={row => {
          if ('alarm' in row && list.getSnapshot().context.peek !== null)
            list.send({type: 'peek.changed', id: row.id, isFollowing: true})
        }}
        {...(maySelect && {
          onSelect: (row: AlarmRow) => {
            const isSelected = !list.getSnapshot().context.selected.has(row.id)
            if ('alarm' in row) list.send({type: 'row.selected', id: row.id, isSelected})
          },
        })}
      />
    </div>
  )
}

interface Props {
  group: AlarmGroup
  grouping: AlarmGrouping
  /** Whether all alarms of the list are loaded. */
  isAll: boolean
}

/** Names what the alarms beneath it share, and counts them by severity. */
function GroupHead({group, grouping, isAll}: Props) {
  const {formats} = useApplication()
  const counted = SEVERITIES.toReversed().filter(severity => group.counts[severity] > 0)
  return (
    <span className={groupHeadStyles.head}>
      <bdi>{useGroupName(group, grouping)}</bdi>
      {counted.map(severity => (
        <SeverityMark key={severity} severity={severity}>
          {formats.exact(group.counts[severity])}
          {!isAll && '+'}
          <span className={spoken.spoken}> {kit.severities[severity]}</span>
        </SeverityMark>
      ))}
    </span>
  )
}

function useGroupName({value, first}: AlarmGroup, grouping: AlarmGrouping): string {
  const {customers} = useAlarms().owners
  if (value === null) return texts.groups.none[grouping]
  if (grouping === 'device') return first.deviceName
  return grouping === 'customer' ? (customers.get(value) ?? value) : value
}

/** Shows the alarm in the address beside the list. */
function Peek({list}: {list: AlarmListRef}) {
  const id = useSelector(list, ({context}) => context.peek)
  return id && <Opened key={id} list={list} id={id} />
}

function Opened({list, id}: {list: AlarmListRef; id: string}) {
  const {logic, devices} = useAlarms()
  const page = useActorRef(logic.page, {input: {id, now: logic.now()}})
  const rows = useSelector(list, ({context}) => rowsOf(context))
  const alarm = useSelector(page, ({context}) => context.history?.alarm) ?? rows.find(row => row.id === id)
  const isLost = useSelector(page, s => s.matches('notFound') || s.matches('failed'))
  const message = useSelector(page, ({context}) => context.message)
  const at = rows.findIndex(row => row.id === id)
  const hasReplay = useSelector(devices, s => isPulsewall(s.context.offer))
  return (
    <BesideList
      title={alarm === undefined ? texts.heading : texts.page.title(alarm.deviceName, alarm.key)}
      words={texts.peek}
      previous={rows[at - 1]?.id}
      next={rows[at + 1]?.id}
      onShown={shown => list.send({type: 'peek.changed', id: shown, isFollowing: true})}
      onClosed={() => list.send({type: 'peek.changed', id: null})}
    >
      {isLost && <p role="alert">{message ?? texts.page.notFound}</p>}
      {alarm === undefined && !isLost && <Skeleton height="20rem" />}
      {alarm !== undefined && (
        <div className={peekStyles.parts} data-alarm-keys>
          <AlarmPart alarm={alarm} replayOf={hasReplay ? occurrence => replayPath(alarm, occurrence) : null}>
            <AlarmMaintenance alarm={alarm} />
          </AlarmPart>
          <Further page={page} />
        </div>
      )}
    </BesideList>
  )
}

/** What is known of the alarm when its page is read. */
function Further({page}: {page: AlarmPageRef}) {
  const history = useSelector(page, ({context}) => context.history)
  return (
    history && (
      <>
        <Facts page={page} history={history} />
        <Journal page={page} />
      </>
    )
  )
}

/** The actions on all selected alarms, with one note. */
function SelectionBar({list}: {list: AlarmListRef}) {
  const {formats} = useApplication()
  const {actions} = useAlarms()
  const isPossible = useAlarmActions()
  const alarms = useSelector(list, ({context}) => rowsOf(context))
  const selected = useSelector(list, ({context}) => context.selected)
  const chosen = alarms.filter(({id}) => selected.has(id))
  const request = (kind: AlarmActionKind) =>
    actions.send({type: 'action.requested', kind, alarms: chosen, now: list.getSnapshot().context.now, isAsking: true})
  return (
    <div className={styles.selection}>
      <p role="status">{texts.selected(formats.exact(chosen.length))}</p>
      {ACTIONS_OF_MANY.map(kind => {
        const count = chosen.filter(alarm => isPossible(kind, alarm)).length
        if (count === 0) return null
        return (
          <Button
            key={kind}
            size="xs"
            variant={kind === 'acknowledge' ? 'filled' : 'default'}
            onClick={() => request(kind)}
          >
            {kind === 'acknowledge' ? texts.acknowledgeCount(formats.exact(count)) : texts.actions[kind]}
          </Button>
        )
      })}
      <Button size="xs" variant="default" onClick={() => list.send({type: 'all.selected', isSelected: false})}>
        {texts.clearSelection}
      </Button>
    </div>
  )
}
