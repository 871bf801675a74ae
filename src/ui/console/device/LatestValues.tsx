import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {chartPath} from '../../../domain/console/paths'
import {isLinkDown} from '../../../domain/link'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {buttons} from '../../kit/text/texts'
import {ReadingFreshness} from '../../telemetry/freshness/ReadingFreshness'
import {LatestValue} from '../../telemetry/LatestValue'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  devices: DevicesRef
  deviceId: string
}

export function LatestValues({devices, deviceId}: Props) {
  const isCut = useSelector(devices, ({context: {link}}) => isLinkDown(link))
  const isUnread = useSelector(devices, ({context}) => context.unreadDeviceIds.has(deviceId))
  return (
    <Panel title={texts.values.title}>
      <p role="status" className={styles.link}>
        {isCut && texts.values.linkDown}
      </p>
      {isUnread && !isCut && <Unread devices={devices} />}
      <div className={styles.room}>
        <Values devices={devices} deviceId={deviceId} />
      </div>
    </Panel>
  )
}

function Unread({devices}: {devices: DevicesRef}) {
  return (
    <div role="alert" className={styles.actions}>
      {texts.values.failed}
      <Button size="compact-xs" variant="default" onClick={() => devices.send({type: 'retry.requested'})}>
        {buttons.retry}
      </Button>
    </div>
  )
}

const NO_KEYS: readonly string[] = []

function Values({devices, deviceId}: Props) {
  const keys = useSelector(devices, ({context}) => context.devices[0]?.keys ?? NO_KEYS)
  const isRead = useSelector(devices, ({context}) => context.devices[0]?.isRead === true)
  const isUnread = useSelector(devices, ({context}) => context.unreadDeviceIds.has(deviceId))
  if (keys.length === 0) {
    if (isUnread) return null
    return <p className={styles.note}>{isRead ? texts.values.empty : texts.values.reading}</p>
  }
  return (
    <DataTable
      className={styles.values}
      label={texts.values.title}
      columns={columnsOf({devices, deviceId})}
      rows={keys}
      keyOf={key => key}
    />
  )
}

const columnsOf = ({devices, deviceId}: Props): DataColumn<string>[] => [
  {
    name: 'key',
    head: texts.values.key,
    isRowHeader: true,
    cell: key => (
      <Link to={chartPath(deviceId, key)}>
        <bdi>{key}</bdi>
      </Link>
    ),
  },
  {
    name: 'value',
    head: texts.values.value,
    cell: telemetryKey => (
      <LatestValue className={styles.value} devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
    ),
  },
  {
    name: 'arrived',
    head: texts.values.arrived,
    cell: telemetryKey => <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />,
  },
]
