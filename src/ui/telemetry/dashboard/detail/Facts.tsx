import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import type {DeviceEntry} from '../../../../domain/telemetry/devices/device'
import {valueText} from '../../../../domain/telemetry/format'
import type {DetailRef} from '../../../../machines/telemetry/detail'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {useApplication} from '../../../kit/application'
import {RetryButton, useTried} from '../../../kit/loading/Retry'
import {Skeleton} from '../../../kit/loading/Skeleton'
import {CopyButton} from '../../../kit/text/CopyButton'
import {TimeText} from '../../../kit/text/TimeText'
import {useMay, usePaths} from '../../../kit/viewer'
import {DeviceStatus} from '../../freshness/DeviceStatus'
import {texts} from '../texts'
import styles from './Detail.module.css'

interface Props {
  devices: DevicesRef
  detail: DetailRef
  device: DeviceEntry
}

/** The known data of the device besides its telemetry. */
export function Facts({devices, detail, device}: Props) {
  const {formats} = useApplication()
  const facts = useSelector(detail, s => s.context.facts)
  const {isFailed, isRetrying} = useTried(
    useSelector(detail, s => s.matches({facts: 'failed'})),
    useSelector(detail, s => s.matches({facts: 'loading'})),
  )
  const seesAll = useMay('organisation.list')
  const mayOpen = useMay('device.read')
  const paths = usePaths()
  const {id, name, type, label} = device
  return (
    <section className={styles.panel} aria-labelledby="device-facts" aria-busy={facts === null && !isFailed}>
      <header className={styles.panelHeader}>
        <h3 id="device-facts">{texts.facts.title}</h3>
        {mayOpen && (
          <Link to={paths.record('device', id)}>
            {seesAll ? texts.facts.openInConsole : texts.facts.openInSettings}
          </Link>
        )}
      </header>
      <dl className={styles.facts}>
        <Fact name={texts.facts.name}>{name}</Fact>
        {type && <Fact name={texts.facts.type}>{type}</Fact>}
        {label && <Fact name={texts.facts.label}>{label}</Fact>}
        <Fact name={texts.facts.id}>
          <code title={id}>{id}</code> <CopyButton what={texts.facts.id} value={id} isIconOnly />
        </Fact>
        <Fact name={texts.facts.lastSeen}>
          <DeviceStatus devices={devices} device={device} />
        </Fact>
        {facts === null && !isFailed && (
          <Fact name={texts.facts.created}>
            <Skeleton width="9rem" height="1rem" />
          </Fact>
        )}
        {facts?.createdAt !== null && facts?.createdAt !== undefined && (
          <Fact name={texts.facts.created}>
            <TimeText at={facts.createdAt} precision="minute" />
          </Fact>
        )}
        {facts?.customer && <Fact name={texts.facts.customer}>{facts.customer}</Fact>}
        {facts?.attributes.map(({key, value}) => (
          <Fact key={key} name={key}>
            {valueText(formats, value, null)}
          </Fact>
        ))}
      </dl>
      {isFailed && (
        <p role="alert" className={styles.note}>
          {texts.facts.failed}{' '}
          <RetryButton isBusy={isRetrying} onClick={() => detail.send({type: 'retry.requested'})} />
        </p>
      )}
    </section>
  )
}

function Fact({name, children}: {name: string; children: ReactNode}) {
  return (
    <div>
      <dt title={name}>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
