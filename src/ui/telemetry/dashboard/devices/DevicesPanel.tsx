import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import {texts} from '../texts'
import {DeviceList} from './DeviceList'
import styles from './Devices.module.css'

export function DevicesPanel({dashboard}: {dashboard: DashboardRef}) {
  const count = useSelector(dashboard, s => s.context.devices.length)
  return (
    <section className={styles.panel} aria-labelledby="devices-title">
      <header className={styles.header}>
        <h2 id="devices-title">{texts.devices.title}</h2>
        {count > 0 && <span className={styles.count}>{texts.devices.count(count)}</span>}
      </header>
      <Content dashboard={dashboard} />
    </section>
  )
}

function Content({dashboard}: {dashboard: DashboardRef}) {
  const isLoading = useSelector(dashboard, s => s.matches('loading'))
  const isFailed = useSelector(dashboard, s => s.matches('failed'))
  const isEmpty = useSelector(dashboard, s => s.context.devices.length === 0)
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
        <Button size="xs" variant="default" onClick={() => dashboard.send({type: 'retry.requested'})}>
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
  return <DeviceList dashboard={dashboard} />
}
