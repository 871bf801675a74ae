import {useSelector} from '@xstate/react'
import {isSameSeries, placed} from '../../../../domain/telemetry/series/comparison'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {IconPlus} from '../../../kit/mark/icons'
import styles from './Compare.module.css'
import {Swatch} from './Swatch'
import {compare} from './series'
import {texts} from './texts'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  deviceId: string
  name: string
  telemetryKey: string
}

/**
 * The mark of a compared key in the list, and on others a button that adds it. For the pointer alone: with the keyboard
 * the line itself adds the key, and the legend has all that this mark says.
 */
export function PlaceMark({dashboard, devices, deviceId, name, telemetryKey: key}: Props) {
  const place = useSelector(dashboard, ({context: {view}}) => {
    const {comparison} = view
    const isOwn = view.deviceId === deviceId && view.key === key
    if (isOwn) return placed(comparison).length > 0 ? comparison.own : -1
    return placed(comparison).find(other => isSameSeries(other, {deviceId, key}))?.place ?? null
  })
  if (place === -1) return null
  return (
    <button
      type="button"
      className={styles.mark}
      data-compared={place !== null || undefined}
      aria-hidden="true"
      tabIndex={-1}
      title={texts.add(key, name)}
      onClick={() => compare(dashboard, devices, {deviceId, key})}
    >
      {place === null ? <IconPlus /> : <Swatch place={place} />}
    </button>
  )
}
