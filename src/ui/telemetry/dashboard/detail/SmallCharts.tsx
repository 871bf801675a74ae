import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {DeviceEntry} from '../../../../domain/telemetry/devices/device'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DetailRef} from '../../../../machines/telemetry/detail'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {watchInView} from '../../watchInView'
import {texts} from '../texts'
import type {Crosshair} from './crosshair'
import {SmallChart} from './SmallChart'
import styles from './SmallChart.module.css'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  detail: DetailRef
  device: DeviceEntry
  /** The key of the large chart, which has no small one; null without a large chart. */
  selectedKey: string | null
  crosshair: Crosshair
}

/** A card for each other key of the device. Only those near the view are filled. */
export function SmallCharts({dashboard, devices, detail, device, selectedKey, crosshair}: Props) {
  const watch = useMemo(() => watchInView('key', keys => detail.send({type: 'cards.shown', keys})), [detail])
  const live = useSelector(dashboard, s => s.context.view.range)
  const others = device.keys.filter(key => key !== selectedKey)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-keys">
      <h3 id="other-keys" className={styles.heading}>
        {texts.detail[selectedKey === null ? 'keys' : 'otherKeys'](device.name)}
      </h3>
      <ul className={styles.cards}>
        {others.map(key => (
          <SmallChart
            key={key}
            dashboard={dashboard}
            devices={devices}
            detail={detail}
            watch={watch}
            crosshair={crosshair}
            deviceId={device.id}
            telemetryKey={key}
            rangeChosen={live}
          />
        ))}
      </ul>
    </section>
  )
}
