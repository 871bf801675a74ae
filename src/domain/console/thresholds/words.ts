import {backFrom, isOff, type Threshold, type UnusualRule} from '../../../../contract/rules/thresholds'
import {MINUTE, SECOND} from '../../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../../contract/wire/common'
import {limitsOf} from '../../telemetry/limits'
import {texts} from './texts'

/** Says exactly when an alarm is raised and when it ends, a sentence for each limit. `write` writes a value. */
export function inequalities(threshold: Threshold, write: (value: number) => string): readonly string[] {
  if (isOff(threshold)) return [texts.off]
  const {clear, silentAfter, delay, isLatching, unusual} = threshold
  const ends = limitsOf(threshold).map(limit =>
    texts.inequality[limit.severity](
      `${limit.side === 'above' ? '>' : '<'} ${write(limit.value)}`,
      `${limit.side === 'above' ? '≤' : '≥'} ${write(backFrom(limit, clear))}`,
    ),
  )
  return [
    ...ends,
    ...(delay.on > 0 ? [texts.delayed(duration(delay.on))] : []),
    ...(delay.off > 0 ? [texts.held(duration(delay.off))] : []),
    ...(silentAfter === null ? [] : [texts.silent(duration(silentAfter))]),
    ...(unusual === undefined ? [] : [unusualText(unusual)]),
    ...(isLatching ? [texts.latching] : []),
  ]
}

const unusualText = ({severity, delay: {on}}: UnusualRule): string =>
  on > 0 ? texts.unusualFor[severity](duration(on)) : texts.unusual[severity]

/** Writes '90 s', '5 min', '2 h' or '3 d': the largest unit that gives a whole number. */
export function duration(time: Milliseconds): string {
  const [unit = 's', length = SECOND] = UNITS.find(([, length]) => time % length === 0) ?? []
  return `${time / length} ${unit}`
}

const UNITS = [
  ['d', 86_400 * SECOND],
  ['h', 3600 * SECOND],
  ['min', MINUTE],
] as const
