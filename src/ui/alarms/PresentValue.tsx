import {useSelector} from '@xstate/react'
import {useCallback} from 'react'
import type {Alarm} from '../../domain/alarm'
import {hasStopped} from '../../domain/telemetry/devices/marks'
import {isInTime} from '../../domain/telemetry/readings/freshness'
import {ReadingFreshness, readingAge, readingFreshness} from '../telemetry/freshness/ReadingFreshness'
import {LatestValue} from '../telemetry/LatestValue'
import {useAlarms} from './logic'
import styles from './PresentValue.module.css'
import {texts} from './texts'

interface Props {
  alarm: Pick<Alarm, 'deviceId' | 'key'> & Partial<Pick<Alarm, 'kind'>>
  /** Whether it is shown wherever the page is scrolled to. */
  isWatched?: boolean
  isLarge?: boolean
}

/** The value that the series has now, with how fresh it is. The alarm of a screen is of no series. */
export function PresentValue(props: Props) {
  return props.alarm.kind !== 'screen' && <Value {...props} />
}

function Value({alarm: {deviceId, key}, isWatched = false, isLarge = false}: Props) {
  const {devices, watch} = useAlarms()
  const isKnown = useSelector(devices, s => s.context.readings.get(deviceId)?.get(key) != null)
  const state = useSelector(devices, s => readingFreshness(s, deviceId, key))
  const watchAlways = useCallback(() => {
    devices.send({type: 'device.watched', deviceId})
    return () => devices.send({type: 'device.watched', deviceId: null})
  }, [devices, deviceId])
  return (
    <span
      ref={isWatched ? watchAlways : watch}
      className={styles.present}
      data-device={deviceId}
      data-large={isLarge || undefined}
      data-unsure={!isInTime(state) || undefined}
    >
      {isKnown && <LatestValue className={styles.value} devices={devices} deviceId={deviceId} telemetryKey={key} />}
      <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={key} />
    </span>
  )
}

/** Says that an alarm is still active only because no further value has come. */
export function Stopped({alarm}: {alarm: Alarm}) {
  const {devices} = useAlarms()
  const {deviceId, key} = alarm
  const isStopped = useSelector(devices, s => hasStopped(alarm, readingFreshness(s, deviceId, key)))
  const age = useSelector(devices, s => readingAge(s, deviceId, key))
  return isStopped && <span className={styles.stopped}>{texts.stopped(age)}</span>
}
