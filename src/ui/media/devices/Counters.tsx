import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {SCREEN_STATES, type ScreenState} from '../../../../contract/rules/media/screenState'
import {countedStates, type ScreenStates} from '../../../domain/media/found'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {MediaRef} from '../../../machines/media/media'
import {type Status, StatusMark} from '../../kit/mark/StatusMark'
import {texts} from '../texts'
import styles from './Counters.module.css'
import {MARKS} from './ScreenMark'

interface Props {
  media: MediaRef
  devices: readonly DeviceEntry[]
  states: ScreenStates
}

/** The number of screens in each state, of which a press lists one. */
export function Counters({media, devices, states}: Props) {
  const chosen = useSelector(media, s => s.context.view.state)
  const status = useSelector(media, s => s.children.status)
  const isLinkDown = useSelector(status, s => s !== undefined && s.context.asOf !== null)
  const counts = useMemo(() => countedStates(devices, states), [devices, states])
  const show = (state: ScreenState['kind'] | null) => media.send({type: 'view.changed', change: {state}})
  return (
    <fieldset className={styles.counters} aria-label={texts.devices.counters}>
      <button type="button" aria-pressed={chosen === null} onClick={() => show(null)}>
        {texts.devices.all(devices.length)}
      </button>
      {SCREEN_STATES.filter(kind => ALWAYS_COUNTED.has(kind) || counts.has(kind) || kind === chosen).map(kind => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() => show(kind === chosen ? null : kind)}
        >
          <StatusMark status={isLinkDown ? 'notRead' : COUNTER_MARKS[kind]}>
            {texts.states[kind](counts.get(kind) ?? 0)}
          </StatusMark>
        </button>
      ))}
    </fieldset>
  )
}

const ALWAYS_COUNTED: ReadonlySet<ScreenState['kind']> = new Set(['playing', 'partly', 'dark', 'silent'])

const COUNTER_MARKS: Record<ScreenState['kind'], Status> = {...MARKS, dark: 'down', silent: 'down'}
