import {useActorRef, useSelector} from '@xstate/react'
import {memo, useId, useMemo} from 'react'
import {Link, useLocation} from 'react-router-dom'
import {countText} from '../../../../contract/rules/format/numbers'
import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import type {SeriesPoint} from '../../../../contract/rules/series/point'
import {MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import {isLinkDown} from '../../../domain/link'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {isAny} from '../../../domain/telemetry/devices/deviceStates'
import {CARD_STATUSES, homeViewFromSearch} from '../../../domain/telemetry/devices/homeView'
import {listedText} from '../../../domain/telemetry/format'
import {
  drawnSparkline,
  extendedSparkline,
  SPANS,
  type Sparkline,
  sparklineKey,
  sparklineRange,
} from '../../../domain/telemetry/series/sparkline'
import {DEFAULT_VIEW, searchFromView} from '../../../domain/telemetry/view'
import type {CurrentUser} from '../../../domain/user'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeLogic, HomeRef, HomeSnapshot} from '../../../machines/telemetry/home'
import {useApplication} from '../../kit/application'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {StatusMark} from '../../kit/mark/StatusMark'
import {PageHeader} from '../../kit/PageHeader'
import spoken from '../../kit/text/Spoken.module.css'
import {DeviceStatus} from '../freshness/DeviceStatus'
import {statusOf} from '../freshness/FreshnessMark'
import {readingFreshness} from '../freshness/ReadingFreshness'
import {texts as freshnessTexts} from '../freshness/texts'
import {DeviceLimitMark} from '../limits/LimitMark'
import {NobodyElse} from '../limits/NobodyElse'
import {SparklineCanvas} from '../sparkline/SparklineCanvas'
import {unitOf} from '../unitOf'
import {type Watch, watchInView} from '../watchInView'
import styles from './Home.module.css'
import homeToolsStyles from './HomeTools.module.css'
import {texts} from './texts'
import {Headline, Values} from './Values'

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

/** Every device has a card, so that the page can be searched, but only the cards near the view are filled. */
function Cards({home, devices}: {home: HomeRef; devices: DevicesRef}) {
  const listed = useSelector(home, chosenDevices, isSameList)
  const watch = useMemo(() => watchInView('device', deviceIds => home.send({type: 'rows.shown', deviceIds})), [home])
  if (listed.length === 0) return <NoneChosen home={home} />
  return (
    <ul className={styles.cards} aria-label={texts.devices}>
      {listed.map(device => (
        <Card key={device.id} home={home} devices={devices} device={device} watch={watch} />
      ))}
    </ul>
  )
}

function NoneChosen({home}: {home: HomeRef}) {
  return (
    <div className={styles.message}>
      <p role="status">
        <strong>{texts.noneChosen}</strong>
      </p>
      <NoticeButton onClick={() => home.send({type: 'filter.cleared'})}>{texts.showAll}</NoticeButton>
    </div>
  )
}

function chosenDevices({context: {devices, deviceStates, view}}: HomeSnapshot) {
  if (view.statuses.length === 0) return devices
  return devices.filter(({id}) => view.statuses.includes(deviceStates.get(id)?.status ?? 'notRead'))
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one === other || (one.length === other.length && one.every((each, index) => each === other[index]))

interface CardsProps {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
  watch: Watch
}

const Card = memo(function Card({home, devices, device, watch}: CardsProps) {
  const {id, type, label} = device
  const nameId = useId()
  const isShown = useSelector(home, s => s.context.shownDeviceIds.includes(id))
  const details = [type, label].filter(Boolean).join(' · ')
  return (
    <li ref={watch} className={styles.card} data-device={id}>
      <article aria-labelledby={nameId}>
        <header className={styles.cardHeader}>
          <h2 id={nameId}>
            <DeviceLink devices={devices} device={device} />
          </h2>
          {isShown && (
            <span className={styles.status}>
              <DeviceStatus devices={devices} device={device} />
              <DeviceLimitMark devices={devices} deviceId={id} />
            </span>
          )}
          {details !== '' && (
            <p>
              <bdi>{details}</bdi>
            </p>
          )}
        </header>
        {isShown && <Headline devices={devices} device={device} />}
        {isShown && device.isRead && device.keys.length > 0 && (
          <SparklineFigure home={home} devices={devices} device={device} />
        )}
        {isShown && <Values home={home} devices={devices} device={device} />}
      </article>
    </li>
  )
})

/** Leads to the dashboard of the device and of the key that the card draws. */
function DeviceLink({devices, device: {id, name}}: Pick<CardsProps, 'devices' | 'device'>) {
  const key = useSelector(devices, s => sparklineKey(s.context.readings.get(id)))
  return (
    <Link to={`/dashboard${searchFromView({...DEFAULT_VIEW, deviceId: id, key, page: 'detail'})}`}>
      <bdi>{name}</bdi>
    </Link>
  )
}

interface SparklineFigureProps {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
}

/** Shows the chosen span of one key, or why they are missing, and a blank block as long as the values are not read. */
const SparklineFigure = memo(function SparklineFigure({home, devices, device}: SparklineFigureProps) {
  const {id, name} = device
  const sparkline = useSelector(home, s => s.context.sparklines.get(id))
  const isRead = useSelector(devices, s => device.keys.every(key => s.context.readings.get(id)?.has(key)))
  const hasNumbers = useSelector(devices, s => sparklineKey(s.context.readings.get(id)) !== null)
  if (sparkline?.fetched)
    return <FetchedSparkline home={home} devices={devices} sparkline={sparkline} name={name} deviceId={id} />
  if (!isRead && !hasNumbers) return <Skeleton height="calc(3.5rem + 1px)" />
  return <p className={styles.noChart}>{whyNone(sparkline, hasNumbers)}</p>
})

function whyNone(sparkline: Sparkline | undefined, hasNumbers: boolean): string {
  if (!hasNumbers) return texts.sparkline.noNumbers
  return sparkline === undefined ? texts.sparkline.loading : texts.sparkline.failed(sparkline.failure ?? '')
}

interface FetchedSparklineProps {
  home: HomeRef
  devices: DevicesRef
  deviceId: string
  name: string
  sparkline: Sparkline
}

function FetchedSparkline({home, devices, deviceId, name, sparkline}: FetchedSparklineProps) {
  const {key, fetched, failure} = sparkline
  const span = useSelector(home, s => s.context.view.span)
  const unit = useSelector(devices, s => unitOf(s, deviceId, key))
  const state = useSelector(devices, s => readingFreshness(s, deviceId, key))
  const now = useSelector(devices, s => Math.ceil(s.context.now / MINUTE) * MINUTE)
  const reading = useSelector(devices, s => s.context.readings.get(deviceId)?.get(key))
  const drawn = useMemo(
    () => drawnSparkline(extendedSparkline(sparkline, reading, now, span), now, span),
    [sparkline, reading, now, span],
  )
  const label = texts.sparkline.label(key, name, span, drawn.gaps.length)
  return (
    <figure className={styles.figure} data-freshness={state} data-temperature={key === 'temperature' || undefined}>
      {drawn.points.length === 0 ? (
        <p className={styles.noChart}>{texts.sparkline.empty[span]}</p>
      ) : (
        <SparklineCanvas drawn={drawn} label={label} range={sparklineRange(now, span)} isDashed={state !== 'fresh'} />
      )}
      <figcaption>
        <span className={styles.caption}>
          <strong>{key}</strong> {texts.sparkline[fetched?.isTruncated ? 'truncated' : 'span'][span]}
        </span>
        <Extremes points={drawn.points} unit={unit} />
        {failure !== null && <span className={styles.outdated}>{texts.sparkline.outdated}</span>}
      </figcaption>
    </figure>
  )
}

function Extremes({points, unit}: {points: readonly SeriesPoint[]; unit: ShownUnit}) {
  const {formats} = useApplication()
  const values = points.map(({value}) => value)
  const last = values.at(-1)
  if (last === undefined) return null
  const figures = {min: Math.min(...values), max: Math.max(...values), last}
  return (
    <span className={styles.extremes}>
      {(['min', 'max', 'last'] as const).map(figure => (
        <span key={figure}>
          {texts.sparkline[figure]} <b data-number>{listedText(formats, figures[figure], unit)}</b>
        </span>
      ))}
    </span>
  )
}
