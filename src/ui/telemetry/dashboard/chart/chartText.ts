import {CHART_DECIMALS} from '../../../../../contract/limits'
import type {Formats} from '../../../../domain/format/formats'
import type {ValueKind} from '../../../../domain/telemetry/chartKind'
import {type ShownUnit, unitText} from '../../../../domain/telemetry/temperature'
import {texts} from '../texts'

/** Formats a drawn value. It must already be in `unit`, because nothing is converted. */
export const chartText = ({fixed}: Pick<Formats, 'fixed'>, drawn: number, unit: ShownUnit): string =>
  fixed(drawn, CHART_DECIMALS, unitText(unit))

/** Writes a drawn value for somebody who reads it in passing. A boolean is a word. */
export function valueText({number}: Pick<Formats, 'number'>, kind: ValueKind, drawn: number, unit: ShownUnit): string {
  if (kind === 'boolean') return texts.chart[drawn === 0 ? 'off' : 'on']
  return number(drawn, {unit: unitText(unit)})
}
