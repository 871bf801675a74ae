import {useMemo} from 'react'
import {hasPrefixes} from '../../../../contract/rules/format/prefixes'
import {type ShownUnit, unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import type {Formats} from '../../../domain/format/formats'
import {beyond, shareWithin, type ValueRange} from '../../../domain/telemetry/indicator'
import {type Limit, limitText} from '../../../domain/telemetry/limits'
import {drawnSparkline} from '../../../domain/telemetry/series/sparkline'
import {type GaugePanel, gaugeScale} from '../../../domain/wall/gauges/gauge'
import {historyId, WALL_SPAN} from '../../../domain/wall/histories'
import type {WallSnapshot} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {texts} from '../../kit/indicator/texts'
import spoken from '../../kit/text/Spoken.module.css'
import {Gone, useIsGone} from '../panels/Gone'
import {type BodyProps, paintedBy, partOf, seriesFace, write} from '../panels/painting'
import {faceOn, StateLine} from '../panels/StateLine'
import styles from './Gauge.module.css'
import ends from './GaugeEnds.module.css'
import figure from './GaugeFigure.module.css'
import {measuredSeries} from './measuredSeries'

/** A threshold has no more limits. */
const LIMITS = [0, 1, 2, 3]

/** One value on its scale. A late value has no filled scale, and one beyond an end says so. */
export function GaugeBody({panel, wall}: BodyProps<GaugePanel>) {
  const {formats} = useApplication()
  const isGone = useIsGone(wall, panel.series)
  const paint = useMemo(
    () =>
      paintedBy(wall, element => {
        const say = faceOn(element)
        const place = placesOn(element)
        return snapshot => {
          say(seriesFace(snapshot, panel.series, formats))
          place(measured(snapshot, panel), formats)
        }
      }),
    [wall, panel, formats],
  )
  if (isGone) return <Gone series={panel.series} />
  return (
    <div ref={paint} className={styles.gauge} data-look={panel.look}>
      <div className={styles.dial}>
        {panel.look === 'arc' ? <Arc /> : <Bar />}
        <p className={figure.figure}>
          <bdi data-part="value" data-number />
          <span className={figure.unit} data-part="unit" />
        </p>
        <p className={ends.ends}>
          <span data-part="low" />
          <b className={ends.beyond} data-part="beyond" />
          <span data-part="high" />
        </p>
      </div>
      <span className={spoken.spoken} data-part="limits" />
      <StateLine />
    </div>
  )
}

/** Two thirds of a circle, clockwise from the lower left, in a box of 200 by 176 with the ends of the scale below it. */
const Arc = () => (
  <svg className={styles.arc} viewBox="0 0 200 176" aria-hidden="true">
    <path className={styles.track} d={ARC} />
    <path className={styles.filled} d={ARC} pathLength={100} />
    {LIMITS.map(at => (
      <path key={at} className={styles.limit} data-limit d="M100 4V30" />
    ))}
    <path className={styles.end} d="M100 5L115 18L100 31z" />
  </svg>
)

const ARC = 'M29 141A82 82 0 1 1 171 141'

const Bar = () => (
  <div className={styles.bar} aria-hidden="true">
    <i className={styles.filled} />
    {LIMITS.map(at => (
      <i key={at} className={styles.limit} data-limit />
    ))}
    <i className={styles.end} />
  </div>
)

/** The value says the unit, unless it may have it in another size, as in 900 W and 1.5 kW. */
function endText(value: number, unit: ShownUnit, formats: Formats): string {
  const text = unitText(unit)
  return formats.number(value, {unit: hasPrefixes(text) ? text : null})
}

interface Measured {
  scale: ValueRange | null
  shown: number | null
  limits: readonly Limit[]
  unit: ShownUnit
}

function measured(snapshot: WallSnapshot, panel: GaugePanel): Measured {
  const {board, histories} = snapshot.context
  const {unit, limits, value} = measuredSeries(snapshot, panel.series)
  const history = histories.get(historyId(panel.series))
  const past = history === undefined ? [] : drawnSparkline(history, board.now, WALL_SPAN).points
  const values = [...past.map(point => point.value), ...(value === null ? [] : [value])]
  return {
    limits,
    unit,
    scale: gaugeScale(panel, {limits, values, unit}),
    shown: value === null ? null : inUnit(value, unit),
  }
}

/** Paints what has changed: places as shares of the scale, from 0 to 1. */
function placesOn(element: HTMLElement): (measured: Measured, formats: Formats) => void {
  const [low, high, side, spokenLimits] = ['low', 'high', 'beyond', 'limits'].map(name => partOf(element, name))
  const marks = [...element.querySelectorAll<HTMLElement | SVGElement>('[data-limit]')]
  let painted = ''
  return ({scale, shown, limits, unit}, formats) => {
    const next = JSON.stringify([scale, shown, limits])
    if (painted === next) return
    painted = next
    const withUnit = (value: number) => formats.number(value, {unit: unitText(unit)})
    const where = shown === null || scale === null ? null : beyond(shown, scale)
    const share = shown === null || scale === null ? 0 : shareWithin(scale, shown)
    element.style.setProperty('--share', share.toFixed(4))
    element.dataset.beyond = where ?? ''
    write(low ?? null, scale === null ? '' : endText(scale.low, unit, formats))
    write(high ?? null, scale === null ? '' : endText(scale.high, unit, formats))
    write(side ?? null, where === null ? '' : texts.beyond[where])
    write(spokenLimits ?? null, limits.map(each => limitText(each, withUnit(inUnit(each.value, unit)))).join(', '))
    marks.forEach((mark, at) => {
      const limit = limits[at]
      const value = limit && inUnit(limit.value, unit)
      const isShown = value !== undefined && scale !== null && beyond(value, scale) === null
      mark.toggleAttribute('hidden', !isShown)
      if (!isShown) return
      mark.dataset.severity = limit?.severity
      mark.style.setProperty('--at', shareWithin(scale, value).toFixed(4))
    })
  }
}
