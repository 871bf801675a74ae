import {CHART_DECIMALS} from '../../../../../contract/limits'
import {type ShownUnit, withUnit} from '../../../../domain/telemetry/temperature'

/** Formats a drawn value. It must already be in `unit`, because nothing is converted. */
export const chartText = (drawn: number, unit: ShownUnit): string => withUnit(drawn.toFixed(CHART_DECIMALS), unit)
