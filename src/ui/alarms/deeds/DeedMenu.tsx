import {useNavigate} from 'react-router-dom'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Alarm} from '../../../domain/alarms/alarm'
import {DEED_KINDS, type DeedKind} from '../../../domain/alarms/deed'
import type {DeedsRef} from '../../../machines/alarms/deeds'
import {IconBan, IconCheck, IconClock, IconEllipsis, IconLayoutDashboard, IconMessage, IconUndo} from '../../kit/icons'
import {MenuItem, PlainMenu} from '../../kit/PlainMenu'
import {useDeeds} from '../logic'
import {dashboardPath} from '../paths'
import {texts} from '../texts'
import styles from './DeedMenu.module.css'

interface Props {
  deeds: DeedsRef
  alarm: Alarm
  /** Reads the time when something is chosen. */
  now: () => EpochMs
}

/** What can be done with an alarm as it is now. */
export function DeedMenu({deeds, alarm, now}: Props) {
  const navigate = useNavigate()
  const isPossible = useDeeds()
  const {deviceName, key} = alarm
  const request = (kind: DeedKind, isAsking: boolean) =>
    deeds.send({type: 'deed.requested', kind, alarms: [alarm], now: now(), isAsking})
  return (
    <PlainMenu
      label={texts.more(deviceName, key)}
      opener={props => (
        <button type="button" className={styles.opener} aria-label={texts.more(deviceName, key)} {...props}>
          <IconEllipsis size={16} />
        </button>
      )}
    >
      {DEED_KINDS.filter(kind => isPossible(kind, alarm)).map(kind => {
        const Icon = ICONS[kind]
        return (
          <MenuItem key={kind} icon={<Icon size={16} />} onChosen={() => request(kind, ASKING.has(kind))}>
            {kind === 'acknowledge' ? texts.acknowledgeWithNote : texts.deeds[kind]}
          </MenuItem>
        )
      })}
      <MenuItem icon={<IconLayoutDashboard size={16} />} onChosen={() => navigate(dashboardPath(alarm, null))}>
        {texts.onDashboard}
      </MenuItem>
    </PlainMenu>
  )
}

/** What is done with words, or could be. */
const ASKING: ReadonlySet<DeedKind> = new Set(['acknowledge', 'shelve', 'comment', 'leaveService'])

const ICONS = {
  acknowledge: IconCheck,
  reset: IconUndo,
  shelve: IconClock,
  unshelve: IconClock,
  comment: IconMessage,
  leaveService: IconBan,
  returnToService: IconUndo,
}
