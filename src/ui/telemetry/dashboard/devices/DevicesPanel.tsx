import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {texts} from '../texts'
import {DeviceList} from './DeviceList'
import styles from './Devices.module.css'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
}

export function DevicesPanel({dashboard, devices}: Props) {
  const count = useSelector(devices, s => s.context.devices.length)
  return (
    <section className={styles.panel} aria-labelledby="devices-title">
      <header className={styles.header}>
        <h2 id="devices-title">{texts.devices.title}</h2>
        {count > 0 && <span className={styles.count}>{texts.devices.count(count)}</span>}
      </header>
      <Content dashboard={dashboard} devices={devices} />
    </section>
  )
}

function Content({dashboard, devices}: Props) {
  const isLoading = useSelector(devices, s => s.matches('loading'))
  const isFailed = useSelector(devices, s => s.matches('failed'))
  const isEmpty = useSelector(devices, s => s.context.devices.length === 0)
  if (isLoading)
    return (
      <p className={styles.message} role="status">
        {texts.devices.loading}
      </p>
    )
  if (isFailed)
    return (
      <div className={styles.message} role="alert">
        <p>{texts.devices.failed}</p>
        <Button size="xs" variant="default" onClick={() => devices.send({type: 'retry.requested'})}>
          {texts.devices.retry}
        </Button>
      </div>
    )
  if (isEmpty)
    return (
      <div className={styles.message}>
        <p>
          <strong>{texts.devices.empty}</strong>
        </p>
        <p>{texts.devices.emptyNext}</p>
      </div>
    )
  return <DeviceList dashboard={dashboard} devices={devices} />
}
