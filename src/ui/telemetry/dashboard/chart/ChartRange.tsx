import {useSelector} from '@xstate/react'
import type {EpochMs, Milliseconds} from '../../../../../contract/wire/common'
import {zoomedIn} from '../../../../domain/timeRange/moves'
import {followsNow} from '../../../../domain/timeRange/timeRange'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {useApplication} from '../../../kit/application'
import {TimeRangeControl} from '../../../kit/timeRange/TimeRangeControl'

/** Choosing a range that doesn't end now pauses live update. */
export function ChartRange({chart, zone}: {chart: ChartRef; zone: string}) {
  const {isTwelveHours} = useApplication().formats
  const control = useSelector(chart, s => s.children.timeRange)
  const range = useSelector(chart, s => s.context.rangeChosen)
  const start = useSelector(chart, s => wholeMinute(s.context.range.start))
  const end = useSelector(chart, s => wholeMinute(s.context.range.end))
  const hasLater = useSelector(chart, s => !followsNow(s.context.rangeChosen) && s.context.range.end < s.context.now)
  if (control === undefined) return null
  return (
    <TimeRangeControl
      {...{control, range, zone, hasLater}}
      resolved={{start, end}}
      shown={() => {
        const {rangeChosen, range, now} = chart.getSnapshot().context
        return {range: rangeChosen, resolved: range, now, zone, isTwelveHours}
      }}
      onStepped={direction => chart.send({type: 'range.stepped', direction})}
      onZoomedOut={() => chart.send({type: 'range.zoomedOut'})}
      onZoomedIn={() => {
        const {rangeChosen, range} = chart.getSnapshot().context
        chart.send({type: 'range.chosen', range: zoomedIn(rangeChosen, range)})
      }}
    />
  )
}

/** The end moves with every live point, but the control shows minutes: rounding avoids a render for each point. */
const wholeMinute = (at: EpochMs): EpochMs => Math.floor(at / MINUTE) * MINUTE
const MINUTE: Milliseconds = 60_000
