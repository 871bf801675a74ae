import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {listedText, valueText} from '../../../domain/telemetry/format'
import {isLinkUp} from '../../../domain/telemetry/link'
import {unitOfKey} from '../../../domain/telemetry/temperature'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import {Panel} from '../../kit/Panel'
import {ReadingFreshness} from '../../telemetry/freshness/ReadingFreshness'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  values: DeviceValuesRef
  deviceId: string
}

export function LatestValues({values, deviceId}: Props) {
  const isCut = useSelector(values, ({context: {link}}) => link.kind !== 'probing' && !isLinkUp(link))
  const isUnread = useSelector(values, ({context}) => context.isUnread)
  return (
    <Panel title={texts.values.title}>
      <p role="status" className={styles.link}>
        {isCut && texts.values.linkDown}
      </p>
      {isUnread && !isCut && <Unread values={values} />}
      <Values values={values} deviceId={deviceId} />
    </Panel>
  )
}

function Unread({values}: {values: DeviceValuesRef}) {
  return (
    <div role="alert" className={styles.actions}>
      {texts.values.failed}
      <Button size="compact-xs" variant="default" onClick={() => values.send({type: 'retry.requested'})}>
        {texts.values.retry}
      </Button>
    </div>
  )
}

const NO_KEYS: readonly string[] = []

function Values({values, deviceId}: Props) {
  const keys = useSelector(values, ({context}) => context.devices[0]?.keys ?? NO_KEYS)
  const isRead = useSelector(values, ({context}) => context.devices[0]?.isRead === true)
  const isUnread = useSelector(values, ({context}) => context.isUnread)
  if (keys.length === 0) {
    if (isUnread) return null
    return <p className={styles.note}>{isRead ? texts.values.empty : texts.values.reading}</p>
  }
  return (
    <table className={styles.values} aria-label={texts.values.title}>
      <thead>
        <tr>
          <th scope="col">{texts.values.key}</th>
          <th scope="col" data-number>
            {texts.values.value}
          </th>
          <th scope="col">{texts.values.arrived}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <Value key={key} values={values} deviceId={deviceId} telemetryKey={key} />
        ))}
      </tbody>
    </table>
  )
}

const Value = memo(function Value({values, deviceId, telemetryKey}: Props & {telemetryKey: string}) {
  const value = useSelector(values, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(values, s => unitOfKey(telemetryKey, s.context.user.temperatureUnit))
  return (
    <tr>
      <th scope="row">
        <bdi>{telemetryKey}</bdi>
      </th>
      <td data-number={typeof value === 'number' || undefined} title={valueText(value, unit)}>
        <bdi className={styles.value}>{listedText(value, unit)}</bdi>
      </td>
      <td>
        <ReadingFreshness devices={values} {...{deviceId, telemetryKey}} />
      </td>
    </tr>
  )
})
