import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {isAny, NO_COUNTS, worstOf} from '../../../../domain/telemetry/devices/deviceStates'
import {STATUSES} from '../../../../domain/telemetry/devices/navigatorView'
import {isInTime} from '../../../../domain/telemetry/readings/freshness'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {IconChevronDown} from '../../../kit/mark/icons'
import {StatusMark} from '../../../kit/mark/StatusMark'
import spoken from '../../../kit/text/Spoken.module.css'
import {statusOf} from '../../freshness/FreshnessMark'
import {texts} from '../texts'
import styles from './Devices.module.css'
import {groupTitle, statusWord} from './words'

interface Props {
  navigator: NavigatorRef
  id: string
  lineId: string
  value: string | null
  devices: number
  isOpen: boolean
  tabIndex: 0 | -1
}

/** Shows the worst status of its devices, so that a folded group can't hide trouble. */
export const GroupLine = memo(function GroupLine({navigator, id, lineId, value, devices, isOpen, tabIndex}: Props) {
  const counts = useSelector(navigator, s => s.context.rollUps.get(id) ?? NO_COUNTS)
  const grouping = useSelector(navigator, s => s.context.view.group)
  const worst = worstOf(counts)
  const title = useSelector(navigator, s => groupTitle(grouping, value, s.context.customers))
  const counted = STATUSES.filter(status => isAny(counts[status])).map(
    status => `${counts[status]} ${statusWord(status)}`,
  )
  return (
    <button
      type="button"
      className={styles.group}
      tabIndex={tabIndex}
      data-line={lineId}
      aria-expanded={isOpen}
      title={counted.join(', ')}
      onClick={() => navigator.send({type: 'fold.toggled', id})}
    >
      <IconChevronDown className={styles.chevron} aria-hidden="true" />
      <span className={styles.groupTitle} title={title}>
        <bdi>{title}</bdi>
      </span>
      <StatusMark status={statusOf(worst)}>
        <span className={isInTime(worst) ? spoken.spoken : undefined}>{counts[worst]}</span>{' '}
        <span className={spoken.spoken}>{statusWord(worst)}</span>
      </StatusMark>
      <span className={styles.size}>
        {devices} <span className={spoken.spoken}>{texts.devices.devicesIn(devices)}</span>
      </span>
    </button>
  )
})
