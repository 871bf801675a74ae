import {UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo, useMemo} from 'react'
import {MINUTE} from '../../../../../contract/rules/time/durations'
import type {DeviceEntry} from '../../../../domain/telemetry/devices/device'
import {listedText} from '../../../../domain/telemetry/format'
import {isInTime} from '../../../../domain/telemetry/readings/freshness'
import {kindOf, kindOfSeries} from '../../../../domain/telemetry/series/chartKind'
import {drawnSmallChart, valueAt} from '../../../../domain/telemetry/series/smallChart'
import {type RawRange, resolveRange} from '../../../../domain/timeRange/timeRange'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DetailRef} from '../../../../machines/telemetry/detail'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {useApplication} from '../../../kit/application'
import {Skeleton} from '../../../kit/loading/Skeleton'
import {ReadingFreshness, readingFreshness} from '../../freshness/ReadingFreshness'
import {LatestValue} from '../../LatestValue'
import {LimitMark} from '../../limits/LimitMark'
import {SparklineCanvas} from '../../sparkline/SparklineCanvas'
import {acrossAt, timeAcross} from '../../sparkline/sparklineLines'
import {unitOf} from '../../unitOf'
import {type Watch, watchInView} from '../../watchInView'
import {texts} from '../texts'
import type {Crosshair} from './crosshair'
import detailStyles from './Detail.module.css'
import styles from './SmallChart.module.css'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  detail: DetailRef
  device: DeviceEntry
  /** The key of the large chart, which has no small one; null without a large chart. */
  selectedKey: string | null
  crosshair: Crosshair
}

/** A card for each other key of the device. Only those near the view are filled. */
export function SmallCharts({dashboard, devices, detail, device, selectedKey, crosshair}: Props) {
  const watch = useMemo(() => watchInView('key', keys => detail.send({type: 'cards.shown', keys})), [detail])
  const live = useSelector(dashboard, s => s.context.view.range)
  const others = device.keys.filter(key => key !== selectedKey)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-keys">
      <h3 id="other-keys" className={styles.heading}>
        {texts.detail[selectedKey === null ? 'keys' : 'otherKeys'](device.name)}
      </h3>
      <ul className={styles.cards}>
        {others.map(key => (
          <SmallChart
            key={key}
            dashboard={dashboard}
            devices={devices}
            detail={detail}
            watch={watch}
            crosshair={crosshair}
            deviceId={device.id}
            telemetryKey={key}
            rangeChosen={live}
          />
        ))}
      </ul>
    </section>
  )
}

interface SmallChartProps {
  dashboard: DashboardRef
  devices: DevicesRef
  detail: DetailRef
  watch: Watch
  crosshair: Crosshair
  deviceId: string
  telemetryKey: string
  rangeChosen: RawRange
}

/** The present value of a key over its small chart, and a click to see it in full. */
const SmallChart = memo(function SmallChart(props: SmallChartProps) {
  const {dashboard, devices, detail, watch, deviceId, telemetryKey} = props
  const isText = useSelector(
    devices,
    s => kindOf(s.context.readings.get(deviceId)?.get(telemetryKey)?.value) === 'text',
  )
  const isShown = useSelector(detail, s => s.context.shownKeys.includes(telemetryKey))
  return (
    <li ref={watch} data-key={telemetryKey} className={styles.card}>
      <UnstyledButton
        className={styles.cardButton}
        onClick={() => dashboard.send({type: 'key.selected', deviceId, key: telemetryKey})}
      >
        <span className={styles.cardHead}>
          <span className={styles.cardKey} title={telemetryKey}>
            <bdi>{telemetryKey}</bdi>
          </span>{' '}
          <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
        </span>{' '}
        <span className={styles.cardReading}>
          <LatestValue className={styles.cardValue} devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />{' '}
          <LimitMark devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} isInFull />
        </span>
      </UnstyledButton>
      <div className={styles.cardChart}>{isShown && !isText && <Drawn {...props} />}</div>
    </li>
  )
})

function Drawn({devices, detail, crosshair, deviceId, telemetryKey, rangeChosen}: SmallChartProps) {
  const {formats, zone} = useApplication()
  const chart = useSelector(detail, s => s.context.charts.get(telemetryKey))
  const now = useSelector(detail, s => Math.ceil(s.context.now / MINUTE) * MINUTE)
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  const state = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const latest = useSelector(devices, s => kindOf(s.context.readings.get(deviceId)?.get(telemetryKey)?.value))
  const hasReading = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey) !== null)
  const range = useMemo(() => resolveRange(rangeChosen, now, zone), [rangeChosen, now, zone])
  const kind = kindOfSeries(latest, {
    series: {points: [...(chart?.fetched?.points ?? []), ...(chart?.recent ?? [])], aggregation: 'none'},
  })
  const drawn = useMemo(() => drawnSmallChart(chart ?? {fetched: null, recent: []}, range, kind), [chart, range, kind])
  if (!hasReading) return null
  if (chart === undefined) return <Skeleton height="2.5rem" />
  if (chart.fetched === null) return <p className={detailStyles.note}>{texts.detail.noChart(chart.failure ?? '')}</p>
  if (drawn.points.length === 0) return <p className={detailStyles.note}>{texts.detail.noPoints}</p>
  const follow = (figure: HTMLElement) => {
    const [hair, read] = [...figure.querySelectorAll('i')]
    return crosshair.subscribe(at => {
      const isOver = at !== null && at >= range.start && at <= range.end
      figure.toggleAttribute('data-read', isOver)
      if (!isOver || hair === undefined || read === undefined) return
      hair.style.transform = `translateX(${acrossAt(at, range, figure.clientWidth)}px)`
      const then = valueAt(drawn, at)
      read.textContent = then === null ? '–' : kind === 'boolean' ? String(then !== 0) : listedText(formats, then, unit)
    })
  }
  return (
    <figure
      ref={follow}
      className={styles.figure}
      data-freshness={state}
      data-temperature={telemetryKey === 'temperature' || undefined}
      onPointerMove={({currentTarget, clientX}) => {
        const {left, width} = currentTarget.getBoundingClientRect()
        crosshair.show(timeAcross(clientX - left, range, width))
      }}
      onPointerLeave={() => crosshair.show(null)}
    >
      <SparklineCanvas
        drawn={drawn}
        range={range}
        label={texts.detail.chartOf(telemetryKey)}
        isDashed={!isInTime(state)}
        isStepped={kind === 'boolean'}
      />
      <i className={styles.hair} aria-hidden="true" />
      <i className={styles.read} aria-hidden="true" />
    </figure>
  )
}
