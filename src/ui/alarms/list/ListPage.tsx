import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {EVERY_ALARM, filterFromSearch, isSameFilter, peekFromSearch} from '../../../domain/alarms/filter'
import {countWaiting, rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {useApplication} from '../../kit/application'
import {RetryButton, useFailure, useTried} from '../../kit/loading/Retry'
import {SkeletonTable} from '../../kit/table/SkeletonTable'
import {useAlarms} from '../logic'
import {Outdated} from '../Outdated'
import {texts} from '../texts'
import {AlarmTable} from './AlarmTable'
import {Filters} from './Filters'
import styles from './List.module.css'
import {Peek} from './Peek'
import {SelectionBar} from './SelectionBar'

/** The present alarms. The address holds their filter. */
export function ListPage() {
  const {logic} = useAlarms()
  const {search} = useLocation()
  const input = {filter: filterFromSearch(search), peek: peekFromSearch(search), now: logic.now()}
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
