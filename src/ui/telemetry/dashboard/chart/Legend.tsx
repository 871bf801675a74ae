import {useSelector} from '@xstate/react'
import type {CSSProperties} from 'react'
import {hasEnvelope, type ValueKind} from '../../../../domain/telemetry/series/chartKind'
import {stateNames} from '../../../../domain/telemetry/series/states'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartZoomRef} from '../../../../machines/telemetry/chartZoom'
import {texts} from '../texts'
import {stateColour} from './drawing/stateBand'
import styles from './Legend.module.css'

interface Props {
  chart: ChartRef
  zoom: ChartZoomRef | undefined
  name: string
  color: 'red' | 'blue'
  kind: ValueKind
}

/** More would take the room of the drawing; the pointer still reads each of them. */
const MOST = 8

/** The names of the drawn lines: the key, or each state with its colour. */
export function Legend({chart, zoom, name, color, kind}: Props) {
  const states = useSelector(chart, s => s.context.series?.states)
  const detail = useSelector(zoom, s => s?.context.detail?.series.states)
  const isThinned = useSelector(chart, s => (s.context.series?.envelope ?? []).length > 0)
  const hasDetail = useSelector(zoom, s => s !== undefined && s.context.detail !== null)
  const isThinnedInView = useSelector(zoom, s => (s?.context.detail?.series.envelope ?? []).length > 0)
  if (states === undefined || states.runs.length === 0)
    return (
      <>
        <span className={styles.legend} data-color={color}>
          {name}
        </span>
        {hasEnvelope(kind) && (hasDetail ? isThinnedInView : isThinned) && (
          <span className={styles.legend} data-color={color} data-part="envelope">
            {texts.chart.envelope}
          </span>
        )}
      </>
    )
  const names = stateNames(states, detail)
  return (
    <ul className={styles.states} aria-label={name}>
      {names.slice(0, MOST).map((text, at) => (
        <li key={text} title={text} style={colourOf(at)}>
          {text}
        </li>
      ))}
      {names.length > MOST && <li>{texts.chart.otherStates(names.length - MOST)}</li>}
    </ul>
  )
}

const colourOf = (at: number): CSSProperties & Record<'--state', string> => ({'--state': stateColour(at)})
