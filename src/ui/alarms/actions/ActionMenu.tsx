import {useSelector} from '@xstate/react'
import {useNavigate} from 'react-router-dom'
import {isPulsewall} from '../../../../contract/rules/offer'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Alarm} from '../../../domain/alarm'
import {ALARM_ACTION_KINDS, type AlarmActionKind} from '../../../domain/alarms/action'
import {SHORTCUTS} from '../../../domain/shell/shortcuts'
import type {AlarmActionsRef} from '../../../machines/alarms/actions'
import {dashboardPath, replayPath} from '../../alarmPaths'
import {
  IconBan,
  IconCheck,
  IconClock,
  IconEllipsis,
  IconHistory,
  IconLayoutDashboard,
  IconMessage,
  IconUndo,
  IconWrench,
} from '../../kit/mark/icons'
import {MenuItem, PlainMenu} from '../../kit/menu/PlainMenu'
import {useAlarmActions, useAlarms} from '../logic'
import {texts} from '../texts'
import styles from './ActionMenu.module.css'

interface Props {
  actions: AlarmActionsRef
  alarm: Alarm
  /** Reads the time when something is chosen. */
  now: () => EpochMs
}

/** The possible actions on an alarm in its present state. */
export function ActionMenu({actions, alarm, now}: Props) {
  const navigate = useNavigate()
  const isPossible = useAlarmActions()
  const hasReplay = useSelector(useAlarms().devices, s => isPulsewall(s?.context.offer))
  const {deviceName, key, occurrence} = alarm
  const request = (kind: AlarmActionKind, isAsking: boolean) =>
    actions.send({type: 'action.requested', kind, alarms: [alarm], now: now(), isAsking})
  return (
    <PlainMenu
      label={texts.more(deviceName, key)}
      opener={props => (
        <button type="button" className={styles.opener} aria-label={texts.more(deviceName, key)} {...props}>
          <IconEllipsis size={16} />
        </button>
      )}
    >
      {isPossible('maintain', alarm) && (
        <MenuItem
          icon={<IconWrench size={16} />}
          data-alarm-key={SHORTCUTS.alarm.maintain[0]}
          onChosen={() => request('maintain', false)}
        >
          {texts.maintainForHour}
        </MenuItem>
      )}
      {ALARM_ACTION_KINDS.filter(kind => isPossible(kind, alarm)).map(kind => {
        const Icon = ICONS[kind]
        return (
          <MenuItem
            key={kind}
            icon={<Icon size={16} />}
            data-alarm-key={kind === 'shelve' ? SHORTCUTS.alarm.shelve[0] : undefined}
            onChosen={() => request(kind, ASKING.has(kind))}
          >
            {kind === 'acknowledge' ? texts.acknowledgeWithNote : texts.actions[kind]}
          </MenuItem>
        )
      })}
      <MenuItem icon={<IconLayoutDashboard size={16} />} onChosen={() => navigate(dashboardPath(alarm, null))}>
        {texts.onDashboard}
      </MenuItem>
      {hasReplay && occurrence !== null && (
        <MenuItem icon={<IconHistory size={16} />} onChosen={() => navigate(replayPath(alarm, occurrence))}>
          {texts.page.replay}
        </MenuItem>
      )}
    </PlainMenu>
  )
}

/** The actions that take words, or may. */
const ASKING: ReadonlySet<AlarmActionKind> = new Set(['acknowledge', 'shelve', 'maintain', 'comment', 'leaveService'])

const ICONS = {
  acknowledge: IconCheck,
  reset: IconUndo,
  shelve: IconClock,
  unshelve: IconClock,
  maintain: IconWrench,
  comment: IconMessage,
  leaveService: IconBan,
  returnToService: IconUndo,
}
