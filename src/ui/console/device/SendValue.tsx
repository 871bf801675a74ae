import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {EpochMs} from '../../../../contract/wire/common'
import {SEND_WAYS, type SendWay, sendLines} from '../../../domain/console/sendLines'
import {ageOf} from '../../../domain/format/age'
import {arrivalIn, arrivedAt} from '../../../domain/telemetry/readings/arrival'
import {NO_READINGS} from '../../../domain/telemetry/readings/reading'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import type {CredentialsRef} from '../../../machines/console/record/credentials'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {Panel} from '../../kit/Panel'
import spoken from '../../kit/text/Spoken.module.css'
import {unitOf} from '../../telemetry/unitOf'
import {ValueText} from '../../telemetry/ValueText'
import {Line, useMqtt} from '../lines/Line'
import {texts as lines} from '../lines/texts'
import {useConsole} from '../logic'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

const HIDDEN = 'ACCESS_TOKEN'

/** The copied lines contain the access token even while the shown ones hide it. */
export function SendValue({credentials, values, devices, deviceId}: Props) {
  const {apiOrigin} = useConsole()
  const accessToken = useSelector(credentials, ({context}) => context.credentials?.accessToken ?? null)
  const isRevealed = useSelector(credentials, s => s.matches({present: 'revealed'}))
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const mqtt = useMqtt()
  const copied = accessToken === null ? null : sendLines(apiOrigin, accessToken, mqtt)
  const shown = isRevealed && copied !== null ? copied : sendLines(apiOrigin, HIDDEN, mqtt)
  return (
    <Panel title={texts.send.title} actions={<ArrivalMark values={values} devices={devices} deviceId={deviceId} />}>
      <p className={styles.note}>
        {isLoading || copied !== null
          ? `${texts.send.lead} ${isRevealed ? '' : texts.send.hidden}`
          : texts.send.noCredentials}
      </p>
      {SEND_WAYS.map(way => {
        const line = shown[way]
        if (line === undefined) return null
        const mark = copied !== null && <LineMark values={values} way={way} />
        return <Line key={way} way={way} shown={line} copied={copied?.[way] ?? null} mark={mark} />
      })}
    </Panel>
  )
}

interface ArrivalMarkProps {
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

/** Shows whether the device has sent something since the page was opened. */
function ArrivalMark({values, devices, deviceId}: ArrivalMarkProps) {
  const since = useSelector(values, ({context}) => context.openedAt)
  const telemetryKey = useSelector(devices, s => arrivalOf(s, deviceId, since)?.key ?? null)
  return (
    <Mark hasArrived={telemetryKey !== null} label={texts.send.hasArrived}>
      {telemetryKey === null ? (
        texts.send.waiting
      ) : (
        <Arrived devices={devices} deviceId={deviceId} since={since} telemetryKey={telemetryKey} />
      )}
    </Mark>
  )
}

interface ArrivedProps extends Omit<ArrivalMarkProps, 'values'> {
  since: EpochMs
  telemetryKey: string
}

function Arrived({devices, deviceId, since, telemetryKey}: ArrivedProps) {
  const age = useSelector(devices, s => arrivalAge(s, deviceId, since))
  const value = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  return (
    <span>
      {texts.send.arrived(age)}{' '}
      <bdi>
        {telemetryKey} = <ValueText value={value} unit={unit} />
      </bdi>
    </span>
  )
}

function arrivalOf({context: {readings, now}}: DevicesSnapshot, deviceId: string, since: EpochMs) {
  return arrivalIn(readings.get(deviceId) ?? NO_READINGS, {since, now})
}

function arrivalAge(snapshot: DevicesSnapshot, deviceId: string, since: EpochMs): string {
  const arrival = arrivalOf(snapshot, deviceId, since)
  const {now} = snapshot.context
  return ageOf((arrival && arrivedAt(arrival.reading)) ?? now, now)
}

interface LineMarkProps {
  values: DeviceValuesRef
  way: SendWay
}

/** Shows whether the value of a line has arrived since the page was opened. */
function LineMark({values, way}: LineMarkProps) {
  const hasArrived = useSelector(values, ({context}) => context.arrivedWays.has(way))
  const {waiting, arrived, hasArrived: label} = texts.send.line
  return (
    <Mark hasArrived={hasArrived} label={label(lines.ways[way])}>
      {hasArrived ? arrived : waiting}
    </Mark>
  )
}

interface MarkProps {
  hasArrived: boolean
  /** Screen readers say this once it has arrived. */
  label: string
  children: ReactNode
}

/**
 * Shows whether something has arrived. The shape and the words say it without the colour, and the status region is
 * always rendered, so that screen readers notice its change.
 */
function Mark({hasArrived, label, children}: MarkProps) {
  return (
    <div className={styles.mark} data-arrived={hasArrived || undefined}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" />
        {hasArrived && <path d="M3.5 6.2l1.8 1.8 3.2-4" />}
      </svg>
      {children}
      <span role="status" className={spoken.spoken}>
        {hasArrived && label}
      </span>
    </div>
  )
}
