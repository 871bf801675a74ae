import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import {texts} from '../texts'
import styles from './Devices.module.css'

interface Props {
  dashboard: DashboardRef
  id: string
  name: string
  tabIndex: 0 | -1
}

export const DeviceLine = memo(function DeviceLine({dashboard, id, name, tabIndex}: Props) {
  const isSelected = useSelector(dashboard, s => s.context.view.deviceId === id)
  return (
    <button
      type="button"
      className={styles.device}
      tabIndex={tabIndex}
      data-line={`${id}/device`}
      aria-current={isSelected ? 'true' : undefined}
      onClick={() => dashboard.send({type: 'device.selected', deviceId: id})}
    >
      <span className={styles.field}>
        <span className={styles.label}>{texts.devices.name}</span>{' '}
        <span className={styles.name} title={name}>
          {name}
        </span>
      </span>
      <span className={styles.field}>
        <span className={styles.label}>{texts.devices.id}</span>{' '}
        <span className={styles.id} title={id}>
          {id}
        </span>
      </span>
    </button>
  )
})
