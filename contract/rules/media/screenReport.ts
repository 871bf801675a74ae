import type {Json} from '../../wire/common'
import {inClientNames} from '../../wire/names'
import {playerReport} from '../../wire/player'
import {isZone} from '../time/localTime'
import type {ScreenReport} from './screenState'

/** Reads what our player reports. Null for anything else. A zone that nobody here knows is the same as none. */
export function screenReportFrom(value: Json | undefined): ScreenReport | null {
  const {data} = playerReport.safeParse(value)
  if (data === undefined) return null
  const {zone, ...report} = inClientNames(playerReport, data)
  return {...report, zone: zone !== null && isZone(zone) ? zone : null}
}
