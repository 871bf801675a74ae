import {useSelector} from '@xstate/react'
import type {EpochMs, Milliseconds} from '../../../../contract/common'
import type {ChartRef} from '../../../machines/chart'
import {texts} from '../texts'
import {TimeField} from './TimeField'

/** The chosen range, or the default one that ends now. Choosing an end pauses live update. */
export function RangeFields({chart, zone}: {chart: ChartRef; zone: string}) {
  const start = useSelector(chart, s => wholeMinute(s.context.range.start))
  const end = useSelector(chart, s => wholeMinute(s.context.range.end))
  const isReversed = useSelector(chart, s => s.context.range.start >= s.context.range.end)
  const error = isReversed ? texts.controls.startAfterEnd : null
  return (
    <>
      <TimeField
        label={texts.controls.start}
        {...{at: start, zone, error}}
        onChosen={at => chart.send({type: 'start.chosen', at})}
      />
      <TimeField
        label={texts.controls.end}
        {...{at: end, zone, error: null}}
        onChosen={at => chart.send({type: 'end.chosen', at})}
      />
    </>
  )
}

/** The end moves with every live point; the fields show minutes. */
const wholeMinute = (at: EpochMs): EpochMs => Math.floor(at / MINUTE) * MINUTE
const MINUTE: Milliseconds = 60_000
