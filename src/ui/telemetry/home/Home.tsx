import {useSelector} from '@xstate/react'
import {isLinkDown} from '../../../domain/telemetry/readings/link'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {PageHeader} from '../../kit/PageHeader'
import {NobodyElse} from '../limits/NobodyElse'
import {Cards} from './Cards'
import styles from './Home.module.css'
import {HomeTools} from './HomeTools'
import {texts} from './texts'
import {WaitingCards} from './WaitingCards'

export function Home({home}: {home: HomeRef}) {
  const city = useSelector(home, s => s.context.city)
  const devices = useSelector(home, s => s.children.devices)
  return (
    <div className={styles.screen}>
      <div className={styles.header}>
        <PageHeader title={texts.title} mark={city !== null && <p>{city}</p>} />
      </div>
      {devices !== undefined && <Content home={home} devices={devices} />}
    </div>
  )
}

function Content({home, devices}: {home: HomeRef; devices: DevicesRef}) {
  const isLoading = useSelector(devices, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(devices)
  const isEmpty = useSelector(devices, s => s.context.devices.length === 0)
  const isCut = useSelector(devices, ({context: {link}}) => isLinkDown(link))
  if (isFailed) return <Failed isRetrying={isRetrying} onRetry={() => devices.send({type: 'retry.requested'})} />
  if (isLoading) return <WaitingCards />
  return (
    <>
      <p role="status" className={styles.link}>
        {isCut && texts.linkDown}
      </p>
      {isEmpty ? (
        <Empty />
      ) : (
        <>
          <HomeTools home={home} />
          <NobodyElse devices={devices} className={styles.note} />
          <Cards home={home} devices={devices} />
        </>
      )}
    </>
  )
}

function Failed({isRetrying, onRetry}: {isRetrying: boolean; onRetry: () => void}) {
  return (
    <div role="alert" className={styles.message}>
      <p>
        <strong>{texts.failed}</strong> {texts.failedHint}
      </p>
      <RetryButton isBusy={isRetrying} onClick={onRetry} />
    </div>
  )
}

function Empty() {
  return (
    <div className={styles.message}>
      <p>
        <strong>{texts.empty}</strong>
      </p>
      <p>{texts.emptyNext}</p>
    </div>
  )
}
