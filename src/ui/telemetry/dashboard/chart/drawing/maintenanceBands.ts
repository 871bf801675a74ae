import type {Axis} from 'highcharts'
import {inHtml} from '../../../../../../contract/rules/text'
import type {TitledPeriod} from '../../../../../domain/alarms/maintenance'
import {hatched} from './hatch'

const BAND = 'maintenance'
const LABEL = {
  align: 'left',
  verticalAlign: 'bottom',
  inside: false,
  x: 4,
  y: -6,
  style: {color: 'var(--text-dim)', fontSize: '0.6875rem', textOverflow: 'ellipsis', whiteSpace: 'nowrap'},
} as const

/** Draws each period as a hatched band with the title of its window. */
export function maintenanceBandsOn(axis: Axis): (periods: readonly TitledPeriod[]) => void {
  let drawn: readonly TitledPeriod[] = []
  return periods => {
    if (periods === drawn) return
    drawn = periods
    axis.removePlotLine(BAND)
    for (const {title, startsAt: from, endsAt: to} of periods) {
      const label = {...LABEL, text: inHtml(title)}
      axis.addPlotBand({id: BAND, from, to, color: hatched('maintenance'), className: BAND, label})
    }
  }
}
