import {useActorRef, useSelector} from '@xstate/react'
import {useMemo, useState} from 'react'
import {MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import {trendSpan} from '../../../domain/alarms/trend'
import {type Limit, NO_LIMITS} from '../../../domain/telemetry/limits'
import {isInTime} from '../../../domain/telemetry/readings/freshness'
import {
  drawnSparkline,
  extendedSparkline,
  fetchedSparkline,
  type SparklineId,
  sparklineRange,
  usualWithin,
} from '../../../domain/telemetry/series/sparkline'
import type {Trend as KnownTrend} from '../../../machines/alarms/trend'
import {useApplication} from '../../kit/application'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {readingFreshness} from '../../telemetry/freshness/ReadingFreshness'
import {SparklineCanvas} from '../../telemetry/sparkline/SparklineCanvas'
import {useAlarms} from '../logic'
import {texts} from '../texts'
import styles from './Trend.module.css'

interface Props {
  series: SparklineId
  /** The trend begins before this time; null where nothing was raised. */
  raisedAt: EpochMs | null
  limits?: readonly Limit[]
  /** The limit that was crossed, which is in view in any case. */
  crossed?: number | null
}

/** A small chart of a series with its limits, and with what is usual of it. */
export function Trend({series, raisedAt, limits = NO_LIMITS, crossed = null}: Props) {
  const {logic} = useAlarms()
  const [span] = useState(() => trendSpan(raisedAt, logic.now()))
  const trend = useActorRef(logic.trend, {input: {...series, span}})
  const found = useSelector(trend, ({context}) => context.value)
  const message = useSelector(trend, ({context}) => context.message)
  const {isFailed, isRetrying} = useResource(trend)
  if (found !== null) return <Drawn series={series} found={found} limits={limits} crossed={crossed} />
  if (!isFailed) return <Skeleton height="6rem" />
  return (
    <p role="alert" className={styles.quiet}>
      {message}{' '}
      <RetryButton size="compact-xs" isBusy={isRetrying} onClick={() => trend.send({type: 'retry.requested'})} />
    </p>
  )
}

type DrawnProps = Required<Omit<Props, 'raisedAt'>> & {found: KnownTrend}

function Drawn({series: {deviceId, key}, found: {span, averages, usual}, limits, crossed}: DrawnProps) {
  const {formats} = useApplication()
  const {devices} = useAlarms()
  const reading = useSelector(devices, s => s.context.readings.get(deviceId)?.get(key))
  const state = useSelector(devices, s => readingFreshness(s, deviceId, key))
  const now = useSelector(devices, s => Math.ceil(s.context.now / MINUTE) * MINUTE)
  const range = useMemo(() => sparklineRange(now, span), [now, span])
  const drawn = useMemo(
    () => drawnSparkline(extendedSparkline(fetchedSparkline(key, averages), reading, now, span), now, span),
    [key, averages, reading, now, span],
  )
  const band = useMemo(() => usualWithin(usual, range), [usual, range])
  if (drawn.points.length === 0) return <p className={styles.quiet}>{texts.card.noTrend}</p>
  return (
    <figure className={styles.trend} data-trend>
      <div className={styles.chart}>
        <SparklineCanvas
          drawn={drawn}
          range={range}
          label={texts.card.trend(key, texts.card.spans[span])}
          isDashed={!isInTime(state)}
          limits={limits}
          crossed={crossed}
          usual={band}
        />
      </div>
      <figcaption className={styles.caption}>
        <span>{formats.recent(range.start, range.end)}</span>
        {crossed !== null && <span className={styles.limit}>{texts.card.limit}</span>}
        {band.length > 1 && <span className={styles.band}>{texts.card.usual}</span>}
        <span>{texts.card.now}</span>
      </figcaption>
    </figure>
  )
}
