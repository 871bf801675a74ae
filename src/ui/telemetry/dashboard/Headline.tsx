import {useSelector} from '@xstate/react'
import {maintainedUntil} from '../../../domain/telemetry/devices/navigatedDevices'
import {unusualNow} from '../../../domain/telemetry/usual'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../machines/telemetry/navigator'
import {MaintenanceMark} from '../../kit/mark/MaintenanceMark'
import spoken from '../../kit/text/Spoken.module.css'
import {ReadingFreshness, readingFreshness} from '../freshness/ReadingFreshness'
import {LatestValue} from '../LatestValue'
import {LimitMark} from '../limits/LimitMark'
import {UnusualMark} from '../usual/UnusualMark'
import styles from './Headline.module.css'
import {texts} from './texts'

interface Props {
  devices: DevicesRef
  navigator: NavigatorRef
  deviceId: string
  name: string
  telemetryKey: string
}

/** The name and the present value of the chosen key, which stays in view on a narrow screen. */
export function Headline({devices, navigator, deviceId, name, telemetryKey}: Props) {
  const until = useSelector(navigator, s => maintainedUntil(s.context, deviceId))
  const freshness = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const unusual = useSelector(navigator, s => unusualNow(s.context.unusual, {deviceId, key: telemetryKey, freshness}))
  return (
    <header className={styles.header}>
      <h2 id="timeseries-title">{texts.section.title(name, telemetryKey)}</h2>
      <p className={styles.value}>
        <span className={styles.present}>
          <span className={spoken.spoken}>{texts.section.latest} </span>
          <LatestValue {...{devices, deviceId, telemetryKey}} />
        </span>
        <LimitMark {...{devices, deviceId, telemetryKey}} isInFull />
        <ReadingFreshness {...{devices, deviceId, telemetryKey}} />
        <MaintenanceMark until={until} isInFull />
        <UnusualMark unusual={unusual} isInFull />
      </p>
    </header>
  )
}
