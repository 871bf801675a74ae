import {CHART_DECIMALS} from '../../../../../contract/limits'
import {type ShownUnit, withUnit} from '../../../../domain/telemetry/temperature'

/** A drawn value, which is in its unit already. */
export const chartText = (drawn: number, unit: ShownUnit): string => withUnit(drawn.toFixed(CHART_DECIMALS), unit)
