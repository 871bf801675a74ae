import {useSelector} from '@xstate/react'
import {limitInUnit} from '../../../../contract/rules/format/values'
import {countedValue} from '../../../../contract/rules/series/point'
import type {Formats} from '../../../domain/format/formats'
import {worstOf} from '../../../domain/telemetry/devices/severities'
import {evaluatedText} from '../../../domain/telemetry/limits'
import {namedOf} from '../../../domain/telemetry/readings/keySettings'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import spoken from '../../kit/text/Spoken.module.css'
import {unitOf} from '../unitOf'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
  /** Whether the words are shown. Otherwise they are the title of the shape, and read out. */
  isInFull?: boolean
}

/** Says which limit the latest value of a key is beyond; nothing while it is normal. */
export function LimitMark({devices, deviceId, telemetryKey, isInFull = false}: Props) {
  const {formats} = useApplication()
  const severity = useSelector(devices, s => severityOf(s, deviceId, telemetryKey))
  const words = useSelector(devices, s => wordsOf(s, formats, deviceId, telemetryKey))
  if (severity === null) return null
  return (
    <>
      <span title={words} data-limit={severity}>
        <SeverityMark severity={severity}>
          <span className={isInFull ? undefined : spoken.spoken}>{words}</span>
        </SeverityMark>
      </span>{' '}
    </>
  )
}

/** The worst that any value of a device is, as a shape whose word is read out. */
export function DeviceLimitMark({devices, deviceId}: Pick<Props, 'devices' | 'deviceId'>) {
  const severity = useSelector(devices, s => worstOf(s.context.severities.get(deviceId)))
  if (severity === null) return null
  return (
    <>
      {' '}
      <SeverityMark severity={severity} />
    </>
  )
}

const severityOf = ({context}: DevicesSnapshot, deviceId: string, key: string) =>
  context.severities.get(deviceId)?.get(key) ?? null

function wordsOf(snapshot: DevicesSnapshot, formats: Formats, deviceId: string, key: string): string {
  const {thresholds, readings} = snapshot.context
  const severity = severityOf(snapshot, deviceId, key)
  const threshold = namedOf(thresholds, deviceId, key)
  const value = countedValue(readings.get(deviceId)?.get(key)?.value ?? null)
  if (severity === null || threshold === null || value === null) return ''
  const unit = unitOf(snapshot, deviceId, key)
  return evaluatedText(threshold, {value, severity}, limit => limitInUnit(formats, limit, unit))
}
