import {CHART_DECIMALS} from '../../../../../contract/limits'
import type {Formats} from '../../../../domain/format/formats'
import {type ShownUnit, unitText} from '../../../../domain/telemetry/temperature'

/** Formats a drawn value. It must already be in `unit`, because nothing is converted. */
export const chartText = ({fixed}: Pick<Formats, 'fixed'>, drawn: number, unit: ShownUnit): string =>
  fixed(drawn, CHART_DECIMALS, unitText(unit))
