import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {type ShownUnit, unitOfAggregated} from '../../../../../contract/rules/format/shownUnit'
import type {EpochMs} from '../../../../../contract/wire/common'
import type {ValueKind} from '../../../../domain/telemetry/series/chartKind'
import {isBeyondRange, RECENT_POINTS} from '../../../../domain/telemetry/series/series'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {TimeText} from '../../../kit/text/TimeText'
import {ValueText} from '../../ValueText'
import {texts} from '../texts'
import styles from './Detail.module.css'

interface Props {
  chart: ChartRef
  unit: ShownUnit
  kind: ValueKind
}

/** The newest points of the range, newest first, as they arrive. */
export function RecentPoints({chart, unit, kind}: Props) {
  const series = useSelector(chart, s => s.context.series)
  const shownUnit = unitOfAggregated(unit, series?.aggregation ?? 'none')
  const newest = series?.points.slice(-RECENT_POINTS).reverse() ?? []
  if (kind === 'text' && newest.length === 0) return null
  const isOfBuckets = (series?.aggregation ?? 'none') !== 'none'
  const isState = kind === 'boolean' && series?.aggregation === 'none'
  return (
    <section className={styles.panel} aria-labelledby="recent-points" data-grows>
      <header className={styles.panelHeader}>
        <h3 id="recent-points">{texts.recent.title[isOfBuckets ? 'buckets' : 'points']}</h3>
      </header>
      {newest.length === 0 ? (
        <p className={styles.note}>
          {series === null ? texts.chart.loading : texts.chart[isBeyondRange(series) ? 'beyondRange' : 'empty']}
        </p>
      ) : (
        <table className={styles.points}>
          <thead>
            <tr>
              <th scope="col">{texts.recent.time}</th>
              <th scope="col">{texts.recent.value}</th>
            </tr>
          </thead>
          <tbody>
            {newest.map(({ts, value}) => (
              <Point key={ts} ts={ts} value={value} isState={isState} unit={shownUnit} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface PointProps {
  ts: EpochMs
  value: number
  unit: ShownUnit
  isState: boolean
}

/** Memoised, so that a point that arrives draws one row and not all. */
const Point = memo(function Point({ts, value, unit, isState}: PointProps) {
  return (
    <tr>
      <td>
        <TimeText at={ts} />
      </td>
      <td>{isState ? texts.chart[value === 0 ? 'off' : 'on'] : <ValueText value={value} unit={unit} />}</td>
    </tr>
  )
})
