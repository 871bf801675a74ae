import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {EpochMs} from '../../../../../contract/wire/common'
import type {ValueKind} from '../../../../domain/telemetry/chartKind'
import {isBeyondRange, type Series} from '../../../../domain/telemetry/series'
import {type ShownUnit, unitOfAggregated} from '../../../../domain/telemetry/temperature'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {TimeText} from '../../../kit/TimeText'
import {ValueText} from '../../ValueText'
import {texts} from '../texts'
import styles from './Detail.module.css'

const RECENT = 20

interface Props {
  chart: ChartRef
  unit: ShownUnit
  kind: ValueKind
}

/** The newest points of the chart, newest first, as they arrive. */
export function RecentPoints({chart, unit, kind}: Props) {
  const series = useSelector(chart, s => s.context.series)
  const shownUnit = unitOfAggregated(unit, series?.aggregation ?? 'none')
  const newest = series?.points.slice(-RECENT).reverse() ?? []
  if (kind === 'text' && newest.length === 0) return null
  const isState = kind === 'boolean' && series?.aggregation === 'none'
  return (
    <section className={styles.panel} aria-labelledby="recent-points" data-grows>
      <header className={styles.panelHeader}>
        <h3 id="recent-points">{texts.recent.title[series === null ? 'points' : partOf(series)]}</h3>
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
              <Point key={ts} {...{ts, value, isState}} unit={shownUnit} />
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

/** Kept, so that a point that arrives draws one row and not all. */
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

/** Of thinned points those are missing that make the drawing no different. */
function partOf({aggregation, isThinned}: Series): keyof typeof texts.recent.title {
  if (aggregation !== 'none') return 'buckets'
  return isThinned ? 'drawn' : 'points'
}
