import {useSelector} from '@xstate/react'
import type {SnapshotFrom} from 'xstate'
import {isBeyondRange} from '../../../../domain/telemetry/series/series'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {useApplication} from '../../../kit/application'
import {useTried} from '../../../kit/loading/Retry'
import {buttons} from '../../../kit/text/texts'
import styles from './Compare.module.css'
import {texts} from './texts'

/** The share of a series that is drawn, or the reason why nothing is. */
export function SeriesNote({chart, whyNot}: {chart: ChartRef; whyNot: 'isText' | 'noAxis' | null}) {
  const {formats} = useApplication()
  const count = useSelector(chart, noteOf)
  const until = useSelector(chart, s => s.context.series?.rollupsUntil)
  const note = until === undefined ? count : texts.figures(count, formats.dateTime(until, 'minute'))
  const {isFailed, isRetrying} = useTried(
    useSelector(chart, s => s.matches({load: 'failed'}) || s.matches({load: 'outdated'})),
    useSelector(chart, s => s.matches({load: 'loading'}) || s.matches({load: 'refreshing'})),
  )
  if (whyNot !== null) return <span className={styles.warning}>{texts[whyNot]}</span>
  if (!isFailed) return <span>{note}</span>
  return (
    <span className={styles.warning} role="alert">
      {note}{' '}
      <button
        type="button"
        className={styles.retry}
        aria-disabled={isRetrying}
        aria-busy={isRetrying}
        onClick={() => chart.send({type: 'retry.requested'})}
      >
        {buttons.retry}
      </button>
    </span>
  )
}

function noteOf(snapshot: SnapshotFrom<ChartRef>): string {
  const {series} = snapshot.context
  if (snapshot.matches({load: 'failed'})) return texts.failed
  if (snapshot.matches({load: 'outdated'})) return texts.outdated
  if (series === null || snapshot.matches({load: 'loading'})) return texts.loading
  if (isBeyondRange(series)) return texts.beyondRange
  if (series.points.length === 0) return texts.empty
  if (series.isTruncated) return texts.truncated(series.points.length)
  return series.isThinned ? texts.thinned(series.points.length, series.total) : texts.points(series.points.length)
}
