import {CHART_DECIMALS} from '../../../../../contract/limits'
import {type ShownUnit, unitText} from '../../../../../contract/rules/format/shownUnit'
import type {Formats} from '../../../../domain/format/formats'
import {shareText} from '../../../../domain/telemetry/format'
import type {DrawnKind} from '../../../../domain/telemetry/series/chartKind'
import {texts} from '../texts'

/**
 * Writes a place on an axis of values, with no more decimals than the steps between its ticks need. It must already be in
 * `unit`, because nothing is converted.
 */
export const axisText = (
  formats: Formats,
  kind: DrawnKind,
  drawn: number,
  {unit, ticks}: {unit: ShownUnit; ticks: readonly number[] | undefined},
): string => wordText(formats, kind, drawn) ?? formats.fixed(drawn, decimalsBetween(ticks), unitText(unit))

function decimalsBetween([first, second]: readonly number[] = []): number {
  if (first === undefined || second === undefined) return CHART_DECIMALS
  const step = second - first
  for (let decimals = 0; decimals < CHART_DECIMALS; decimals++)
    if (Math.abs(step - Number(step.toFixed(decimals))) < step / 1000) return decimals
  return CHART_DECIMALS
}

/** Writes a drawn value with all of its digits. */
export const exactText = (formats: Formats, kind: DrawnKind, drawn: number, unit: ShownUnit): string =>
  wordText(formats, kind, drawn) ?? formats.exact(drawn, unitText(unit))

/** Writes a drawn value for a person who reads it in passing. */
export const valueText = (formats: Formats, kind: DrawnKind, drawn: number, unit: ShownUnit): string =>
  wordText(formats, kind, drawn) ?? formats.number(drawn, {unit: unitText(unit)})

/** Returns a word for a boolean, and a percentage for a share; null for a plain number. */
function wordText(formats: Pick<Formats, 'number'>, kind: DrawnKind, drawn: number): string | null {
  if (kind === 'boolean') return texts.chart[drawn === 0 ? 'off' : 'on']
  return kind === 'share' ? shareText(formats, drawn) : null
}
