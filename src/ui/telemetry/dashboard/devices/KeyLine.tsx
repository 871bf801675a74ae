import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import spoken from '../../../kit/text/Spoken.module.css'
import {ReadingFreshness} from '../../freshness/ReadingFreshness'
import {LatestValue} from '../../LatestValue'
import {LimitMark} from '../../limits/LimitMark'
import {PlaceMark} from '../compare/PlaceMark'
import {compare} from '../compare/series'
import {texts} from '../texts'
import styles from './Devices.module.css'

/** Whether the screen shows the list and the chosen key one after the other. The width is that of the style sheets. */
const isNarrow = (): boolean => window.matchMedia('(max-width: 40em)').matches

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  id: string
  lineId: string
  name: string
  telemetryKey: string
  tabIndex: 0 | -1
}

export const KeyLine = memo(function KeyLine(props: Props) {
  const {dashboard, devices, id, lineId, name, telemetryKey, tabIndex} = props
  const isSelected = useSelector(dashboard, ({context: {view}}) => view.deviceId === id && view.key === telemetryKey)
  return (
    <div className={styles.keyLine}>
      <button
        type="button"
        className={styles.key}
        tabIndex={tabIndex}
        data-line={lineId}
        aria-current={isSelected ? 'true' : undefined}
        onClick={event => {
          if (event.shiftKey && compare(dashboard, devices, {deviceId: id, key: telemetryKey})) return
          dashboard.send({type: 'key.selected', deviceId: id, key: telemetryKey})
          if (isNarrow()) dashboard.send({type: 'detail.opened'})
        }}
      >
        <span className={styles.keyName} title={telemetryKey}>
          <bdi>{telemetryKey}</bdi>
        </span>
        <LimitMark {...{devices, telemetryKey}} deviceId={id} />
        <LatestValue className={styles.value} {...{devices, telemetryKey}} deviceId={id} />
        <span className={styles.freshness}>
          <ReadingFreshness devices={devices} deviceId={id} telemetryKey={telemetryKey} />
        </span>
        <span className={spoken.spoken}>{texts.devices.of(name)}</span>
      </button>
      <PlaceMark {...{dashboard, devices, name}} deviceId={id} telemetryKey={telemetryKey} />
    </div>
  )
})
