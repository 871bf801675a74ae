import {useSelector} from '@xstate/react'
import type {EpochMs, Milliseconds} from '../../../../../contract/wire/common'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {MinuteField} from '../../../kit/MinuteField'
import {texts} from '../texts'
import styles from './Chart.module.css'

/** Shows the chosen range, or the default range, which ends now. Choosing an end pauses live update. */
export function RangeFields({chart, zone}: {chart: ChartRef; zone: string}) {
  const start = useSelector(chart, s => wholeMinute(s.context.range.start))
  const end = useSelector(chart, s => wholeMinute(s.context.range.end))
  const isReversed = useSelector(chart, s => s.context.range.start >= s.context.range.end)
  return (
    <>
      <MinuteField
        className={styles.time}
        label={texts.controls.start}
        at={start}
        zone={zone}
        error={isReversed ? texts.controls.startAfterEnd : null}
        onChosen={at => chart.send({type: 'start.chosen', at})}
      />
      <MinuteField
        className={styles.time}
        label={texts.controls.end}
        at={end}
        zone={zone}
        onChosen={at => chart.send({type: 'end.chosen', at})}
      />
    </>
  )
}

/** The end moves with every live point, but the fields show minutes: rounding avoids a render for each point. */
const wholeMinute = (at: EpochMs): EpochMs => Math.floor(at / MINUTE) * MINUTE
const MINUTE: Milliseconds = 60_000
