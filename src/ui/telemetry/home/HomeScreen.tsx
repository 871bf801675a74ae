import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {countText} from '../../../../contract/rules/format/numbers'
import type {EpochMs} from '../../../../contract/wire/common'
import {isLinkDown} from '../../../domain/link'
import {isAny} from '../../../domain/telemetry/devices/deviceStates'
import {CARD_STATUSES, homeViewFromSearch} from '../../../domain/telemetry/devices/homeView'
import {SPANS} from '../../../domain/telemetry/series/sparkline'
import type {CurrentUser} from '../../../domain/user'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeLogic, HomeRef} from '../../../machines/telemetry/home'
import {useApplication} from '../../kit/application'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {StatusMark} from '../../kit/mark/StatusMark'
import {PageHeader} from '../../kit/PageHeader'
import spoken from '../../kit/text/Spoken.module.css'
import {statusOf} from '../freshness/FreshnessMark'
import {texts as freshnessTexts} from '../freshness/texts'
import {NobodyElse} from '../limits/NobodyElse'
import {Cards} from './Cards'
import styles from './Home.module.css'
import homeToolsStyles from './HomeTools.module.css'
import {texts} from './texts'

interface Props {
  logic: HomeLogic
  /** The time on the server's clock, or in a replay the moment that is shown. */
  now(): EpochMs
}

export function HomeScreen(props: Props) {
  const {session, zone} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningHome key={zone} {...props} user={user} />
}

/** Starts the machine of MyHome. Leaving the screen stops it and all that it invoked. */
function RunningHome({logic, now, user}: Props & {user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const input = {user, view: homeViewFromSearch(search), zone, lateAfter: config.lateAfter, now: now()}
  return <Home home={useActorRef(logic, {input})} />
}

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

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Cards without content, as large as the coming ones. */
function WaitingCards() {
  return (
    <>
      <p role="status" className={styles.waiting}>
        {texts.loading}
      </p>
      <div className={styles.cards} aria-hidden="true">
        {PLACES.map(place => (
          <div key={place} className={styles.card}>
            <Skeleton width="55%" height="1.25rem" />
            <Skeleton width="40%" height="2rem" />
            <Skeleton height="3.5rem" />
            <Skeleton width="70%" height="1rem" />
            <Skeleton height="4.5rem" />
          </div>
        ))}
      </div>
    </>
  )
}

/** Filters the cards by the states of their devices, and chooses the span of the small charts. */
function HomeTools({home}: {home: HomeRef}) {
  return (
    <div className={homeToolsStyles.tools}>
      <StatusChips home={home} />
      <SpanChoice home={home} />
    </div>
  )
}

function StatusChips({home}: {home: HomeRef}) {
  const {formats} = useApplication()
  const counts = useSelector(home, s => s.context.counts)
  const chosen = useSelector(home, s => s.context.view.statuses)
  return (
    <fieldset className={homeToolsStyles.chips}>
      <legend className={spoken.spoken}>{texts.status}</legend>
      {CARD_STATUSES.map(status => (
        <button
          key={status}
          type="button"
          className={homeToolsStyles.chip}
          data-none={!isAny(counts[status]) || undefined}
          aria-pressed={chosen.includes(status)}
          onClick={() => home.send({type: 'status.toggled', status})}
        >
          <StatusMark status={statusOf(status)}>
            <b>{countText(formats, counts[status])}</b>
          </StatusMark>{' '}
          <span>{freshnessTexts[status]}</span>
        </button>
      ))}
    </fieldset>
  )
}

function SpanChoice({home}: {home: HomeRef}) {
  const chosen = useSelector(home, s => s.context.view.span)
  return (
    <fieldset className={homeToolsStyles.spans}>
      <legend className={spoken.spoken}>{texts.span}</legend>
      {SPANS.map(span => (
        <label key={span}>
          <input
            type="radio"
            name="span"
            className={spoken.spoken}
            checked={span === chosen}
            onChange={() => home.send({type: 'span.chosen', span})}
          />
          <span>{texts.spans[span]}</span>
        </label>
      ))}
    </fieldset>
  )
}
