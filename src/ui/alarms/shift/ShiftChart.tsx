import type {ReactNode} from 'react'
import {columnsOfShift, type Shift} from '../../../domain/alarms/shift'
import {lengthOf} from '../../../domain/format/times'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import {useApplication} from '../../kit/application'
import styles from './Shift.module.css'
import {texts} from './texts'

interface Props {
  shift: Pick<Shift, 'periods' | 'period'>
  range: TimeRange
  label: string
}

const HEIGHT = 64
const LOST_HEIGHT = 28
/** Of the width of a period, the rest is a gap. */
const WIDTH = 0.8

/** The alarms of each period, critical ones below, and under them the lost links. */
export function ShiftChart({shift: {periods, period}, range, label}: Props) {
  const {formats} = useApplication()
  const columns = columnsOfShift(periods, period, range)
  const most = {
    raised: Math.max(0, ...columns.map(({warning, critical}) => warning + critical)),
    lost: Math.max(0, ...columns.map(({lost}) => lost)),
  }
  const length = lengthOf(period)
  const heights = {
    raised: (count: number) => (count / Math.max(1, most.raised)) * HEIGHT,
    lost: (count: number) => (count / Math.max(1, most.lost)) * LOST_HEIGHT,
  }
  const marks = [0, 1, 2, 3, 4].map(quarter => range.start + ((range.end - range.start) * quarter) / 4)
  return (
    <div role="img" aria-label={label}>
      <Strip
        name={`${texts.raisedIn(length)}, ${texts.peak(formats.exact(most.raised))}`}
        height={HEIGHT}
        count={columns.length}
      >
        {columns.map(({start, warning, critical}, at) => (
          <g key={start}>
            <rect
              className={styles.critical}
              x={at}
              width={WIDTH}
              y={HEIGHT - heights.raised(critical)}
              height={heights.raised(critical)}
            />
            <rect
              className={styles.warning}
              x={at}
              width={WIDTH}
              y={HEIGHT - heights.raised(critical + warning)}
              height={heights.raised(warning)}
            />
          </g>
        ))}
      </Strip>
      <Strip
        name={`${texts.lostIn(length)}, ${texts.peak(formats.exact(most.lost))}`}
        height={LOST_HEIGHT}
        count={columns.length}
      >
        {columns.map(({start, lost}, at) => (
          <rect
            key={start}
            className={styles.lost}
            x={at}
            width={WIDTH}
            y={LOST_HEIGHT - heights.lost(lost)}
            height={heights.lost(lost)}
          />
        ))}
      </Strip>
      <p className={styles.marks} aria-hidden="true">
        {marks.map(at => (
          <span key={at}>
            {formats.isMidnight(at) || at === range.start ? formats.dateTime(at, 'minute') : formats.time(at, 'minute')}
          </span>
        ))}
      </p>
    </div>
  )
}

interface StripProps {
  name: string
  height: number
  count: number
  children: ReactNode
}

function Strip({name, height, count, children}: StripProps) {
  return (
    <figure className={styles.strip}>
      <figcaption className={styles.quiet}>{name}</figcaption>
      <svg
        viewBox={`0 0 ${count} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{height: `${height / 16}rem`}}
      >
        {children}
      </svg>
    </figure>
  )
}
