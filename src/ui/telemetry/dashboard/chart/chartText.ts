import {CHART_DECIMALS} from '../../../../../contract/limits'
import {type ShownUnit, unitText} from '../../../../../contract/rules/format/shownUnit'
import type {Formats} from '../../../../domain/format/formats'
import {shareText} from '../../../../domain/telemetry/format'
import type {DrawnKind} from '../../../../domain/telemetry/series/chartKind'
import {texts} from '../texts'

/** Formats a drawn value. It must already be in `unit`, because nothing is converted. */
export const chartText = ({fixed}: Pick<Formats, 'fixed'>, drawn: number, unit: ShownUnit): string =>
  fixed(drawn, CHART_DECIMALS, unitText(unit))

/** Writes a place on the axis of values. */
export const axisText = (formats: Formats, kind: DrawnKind, drawn: number, unit: ShownUnit): string =>
  wordText(formats, kind, drawn) ?? chartText(formats, drawn, unit)

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
