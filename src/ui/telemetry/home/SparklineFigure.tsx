import {useSelector} from '@xstate/react'
import {memo, useMemo} from 'react'
import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import type {SeriesPoint} from '../../../../contract/rules/series/point'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {shortText} from '../../../domain/telemetry/format'
import {
  drawnSparkline,
  extendedSparkline,
  type Sparkline,
  sparklineKey,
  sparklineRange,
} from '../../../domain/telemetry/series/sparkline'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import {useApplication} from '../../kit/application'
import {Skeleton} from '../../kit/loading/Skeleton'
import {readingFreshness} from '../freshness/ReadingFreshness'
import {SparklineCanvas} from '../sparkline/SparklineCanvas'
import {unitOf} from '../unitOf'
import styles from './FetchedSparkline.module.css'
import {texts} from './texts'

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
}

/** Shows the chosen span of one key, or why they are missing, and a blank block as long as the values are not read. */
export const SparklineFigure = memo(function SparklineFigure({home, devices, device}: Props) {
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

const MINUTE = 60_000

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
          {texts.sparkline[figure]} <b data-number>{shortText(formats, figures[figure], unit)}</b>
        </span>
      ))}
    </span>
  )
}
