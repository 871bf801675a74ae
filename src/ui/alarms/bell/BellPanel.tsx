import {useActorRef, useSelector} from '@xstate/react'
import type {KeyboardEvent} from 'react'
import {Link} from 'react-router-dom'
import type {Alarm} from '../../../domain/alarm'
import {EVERY_ALARM} from '../../../domain/alarms/filter'
import {rowsOf} from '../../../domain/alarms/rows'
import {SHORTCUTS} from '../../../domain/shell/shortcuts'
import type {CurrentUser} from '../../../domain/user'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {alarmsPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {AlarmLine} from '../AlarmLine'
import {ActionDialog} from '../actions/ActionDialog'
import {type AlarmsLogic, AlarmsProvider, useAlarmActions, useAlarms, useAlarmsParts} from '../logic'
import {Outdated} from '../Outdated'
import {texts as alarmTexts} from '../texts'
import styles from './BellPanel.module.css'
import {texts} from './texts'

export interface BellPanelProps {
  /** The viewer goes to a page. */
  onLeft: () => void
}

interface Props extends BellPanelProps {
  logic: AlarmsLogic
}

/** This many are listed; the list of all is one step away. */
const MOST = 5

/** The most urgent alarms that need attention, which one key acknowledges. */
export function BellPanel(props: Props) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <OfUser {...props} user={user} />
}

function OfUser({logic, user, onLeft}: Props & {user: CurrentUser}) {
  const parts = useAlarmsParts(logic, user)
  const list = useActorRef(logic.list, {input: {filter: EVERY_ALARM, now: logic.now()}})
  if (parts === null) return null
  return (
    <AlarmsProvider value={parts}>
      <Panel list={list} onLeft={onLeft} />
      <ActionDialog actions={parts.actions} />
    </AlarmsProvider>
  )
}

function Panel({list, onLeft}: BellPanelProps & {list: AlarmListRef}) {
  const {actions} = useAlarms()
  const isPossible = useAlarmActions()
  const listed = useSelector(list, ({context}) => rowsOf(context))
  const isLoaded = useSelector(list, ({context}) => context.listed !== null)
  const outdatedSince = useSelector(list, ({context}) => context.outdatedSince)
  const message = useSelector(list, ({context}) => context.message)
  const {isFailed, isRetrying} = useFailure(list)
  const shown = listed.slice(0, MOST)

  /** The focus stays in the panel, although the row leaves it. */
  function acknowledge(alarm: Alarm | undefined, panel: HTMLElement | null) {
    if (alarm === undefined || !isPossible('acknowledge', alarm)) return
    panel?.focus()
    const {now} = list.getSnapshot().context
    actions.send({type: 'action.requested', kind: 'acknowledge', alarms: [alarm], now, isAsking: false})
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const {key, repeat, ctrlKey, metaKey, altKey, currentTarget} = event
    if (repeat || ctrlKey || metaKey || altKey || key.toLowerCase() !== SHORTCUTS.bell.acknowledge[0]) return
    event.preventDefault()
    const focused = document.activeElement?.closest<HTMLElement>('[data-alarm]')?.dataset.alarm
    acknowledge(shown.find(({id}) => id === focused) ?? shown[0], currentTarget)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key acknowledges, wherever in the list the focus is
    <div ref={takeFocus} className={styles.panel} tabIndex={-1} data-bell onKeyDown={onKeyDown}>
      <Outdated since={outdatedSince} />
      {isFailed && (
        <p role="alert">
          {message}{' '}
          <RetryButton
            size="xs"
            isBusy={isRetrying}
            text={alarmTexts.retry}
            onClick={() => list.send({type: 'retry.requested'})}
          />
        </p>
      )}
      {!isLoaded && !isFailed && <Skeleton height="10rem" />}
      {isLoaded && shown.length === 0 && <p role="status">{alarmTexts.nothing.attention}</p>}
      <ul>
        {shown.map(alarm => (
          <AlarmLine
            key={alarm.id}
            alarm={alarm}
            mayAcknowledge={isPossible('acknowledge', alarm)}
            onAcknowledged={button => acknowledge(alarm, button.closest<HTMLElement>('[data-bell]'))}
            onLeft={onLeft}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        <Link to={alarmsPath} onClick={onLeft}>
          {texts.panel.all}
        </Link>
        {shown.some(alarm => isPossible('acknowledge', alarm)) && (
          <span>
            <kbd>{SHORTCUTS.bell.acknowledge[0]}</kbd> {texts.panel.hint}
          </span>
        )}
      </div>
    </div>
  )
}

const takeFocus = (panel: HTMLElement | null) => panel?.focus()
