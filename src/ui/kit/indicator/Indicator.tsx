import type {Severity} from '../../../../contract/rules/thresholds'
import {beyond, type IndicatorScale, placeOf} from '../../../domain/telemetry/indicator'
import {type Freshness, isInTime} from '../../../domain/telemetry/readings/freshness'
import {SeverityMark} from '../mark/SeverityMark'
import spoken from '../text/Spoken.module.css'
import styles from './Indicator.module.css'
import {texts} from './texts'

export interface IndicatorProps {
  label: string
  /** The usual band; null where it is not known. */
  band: IndicatorScale['band']
  /** The possible values; null where they are unknown. */
  range: IndicatorScale['range'] | null
  /** Null before there is any. */
  value: number | null
  limits: readonly {severity: Severity; value: number}[]
  /** That of the alarm that the value is in. */
  severity: Severity | null
  freshness: Freshness
  /** A remark on a value that is not in time, such as “late 3 min”. */
  note?: string
  /** Writes a value with its unit. */
  write: (value: number) => string
}

/** Several indicators; their pointers form a straight line while all is well. */
export function Indicators({label, indicators}: {label: string; indicators: readonly IndicatorProps[]}) {
  return (
    <ul className={styles.group} aria-label={label}>
      {indicators.map(each => (
        <li key={each.label}>
          <Indicator {...each} />
        </li>
      ))}
    </ul>
  )
}

/** A value on the bar of all that it may be. It has a colour in an alarm alone, and then a shape, too. */
export function Indicator(props: IndicatorProps) {
  const {label, value, band, range, severity, freshness, note, write} = props
  const side = value === null || range === null ? null : beyond(value, range)
  return (
    <figure
      className={styles.indicator}
      data-severity={severity ?? undefined}
      data-old={!isInTime(freshness) || undefined}
    >
      <Bar {...props} />
      <figcaption className={styles.words}>
        <bdi className={styles.label}>{label}</bdi>
        <span className={styles.value}>
          {severity !== null && <SeverityMark severity={severity} />}
          <b>{value === null ? <span aria-hidden="true">–</span> : write(value)}</b>
        </span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        <span className={spoken.spoken}>
          {[
            value === null ? texts.none : null,
            side === null ? null : texts.beyond[side],
            band === null ? texts.unknown : texts.usual(write(band.low), write(band.high)),
          ]
            .filter(each => each !== null)
            .join(', ')}
        </span>
      </figcaption>
    </figure>
  )
}

/** In a box of 24 by 100. An old value has no pointer, as it says nothing of the present. */
function Bar({value, range, band, limits, freshness}: IndicatorProps) {
  if (range === null) return <svg className={styles.bar} viewBox="0 -4 24 108" aria-hidden="true" />
  const scale = {range, band}
  const down = (at: number) => 100 * (1 - placeOf(at, scale))
  const side = value === null ? null : beyond(value, range)
  return (
    <svg className={styles.bar} viewBox="0 -4 24 108" aria-hidden="true">
      <rect className={styles.range} x="0" y="0" width="12" height="100" />
      {band !== null && (
        <rect className={styles.band} x="0" y={down(band.high)} width="12" height={down(band.low) - down(band.high)} />
      )}
      {limits
        .filter(limit => beyond(limit.value, range) === null)
        .map(limit => (
          <path key={`${limit.severity} ${limit.value}`} className={styles.limit} d={`M0 ${down(limit.value)}H12`} />
        ))}
      {value !== null && isInTime(freshness) && <path className={styles.pointer} d={pointer(down(value), side)} />}
    </svg>
  )
}

/** Points at the bar, and beyond its ends away from it. */
function pointer(y: number, side: ReturnType<typeof beyond>): string {
  if (side === 'above') return `M12 ${y + 5}L18 ${y - 4}L24 ${y + 5}z`
  if (side === 'below') return `M12 ${y - 5}L18 ${y + 4}L24 ${y - 5}z`
  return `M10 ${y}L22 ${y - 5}V${y + 5}z`
}
