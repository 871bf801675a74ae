import {NativeSelect, Switch, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {SnapshotFrom} from 'xstate'
import {MIN_WINDOW_MINUTES, WINDOW_MINUTES} from '../../../../../contract/limits'
import {MINUTE} from '../../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../../contract/wire/common'
import type {Aggregation} from '../../../../../contract/wire/telemetry/telemetry'
import {isLinkUp} from '../../../../domain/link'
import {zoomedIn} from '../../../../domain/timeRange/moves'
import {followsNow} from '../../../../domain/timeRange/timeRange'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {useApplication} from '../../../kit/application'
import {TimeRangeControl} from '../../../kit/timeRange/TimeRangeControl'
import {texts} from '../texts'
import styles from './ChartControls.module.css'

const AGGREGATIONS = ['none', 'average', 'sum', 'count', 'max', 'min'] as const satisfies readonly Aggregation[]
const CUSTOM = 'custom'

export const ChartControls = memo(function ChartControls({chart, zone}: {chart: ChartRef; zone: string}) {
  return (
    <fieldset className={styles.controls} aria-label={texts.controls.title}>
      <LiveSwitch chart={chart} />
      <AggregationSelect chart={chart} />
      <WindowFields chart={chart} />
      <ChartRange chart={chart} zone={zone} />
    </fieldset>
  )
})

function LiveSwitch({chart}: {chart: ChartRef}) {
  const isLive = useSelector(chart, s => s.matches({update: 'live'}))
  const explanation = useSelector(chart, liveExplanation)
  return (
    <Switch
      className={styles.live}
      size="sm"
      label={texts.controls.live}
      description={explanation}
      checked={isLive}
      onChange={() => chart.send({type: 'liveUpdate.toggled'})}
    />
  )
}

function liveExplanation(snapshot: SnapshotFrom<ChartRef>): string {
  const {link, rangeChosen} = snapshot.context
  if (snapshot.matches({update: 'live'})) {
    if (link.kind === 'replay') return texts.controls.followingReplay
    return isLinkUp(link) ? texts.controls.following : texts.controls.waiting
  }
  return followsNow(rangeChosen) ? texts.controls.paused : texts.controls.pausedByEnd
}

function AggregationSelect({chart}: {chart: ChartRef}) {
  const aggregation = useSelector(chart, s => s.context.aggregation)
  return (
    <NativeSelect
      size="xs"
      label={texts.controls.aggregation}
      data={AGGREGATIONS.map(value => ({value, label: texts.controls.aggregations[value]}))}
      value={aggregation}
      onChange={({currentTarget: {value}}) => {
        const chosen = AGGREGATIONS.find(each => each === value)
        if (chosen !== undefined) chart.send({type: 'aggregation.chosen', aggregation: chosen})
      }}
    />
  )
}

function WindowFields({chart}: {chart: ChartRef}) {
  const minutes = useSelector(chart, s => s.context.windowMinutes)
  const custom = useSelector(chart, s => s.context.customWindow)
  const isRaw = useSelector(chart, s => s.context.aggregation === 'none')
  return (
    <>
      <NativeSelect
        size="xs"
        label={texts.controls.window}
        disabled={isRaw}
        title={isRaw ? texts.controls.windowNeedsAggregation : undefined}
        data={[
          ...WINDOW_MINUTES.map(each => ({value: String(each), label: texts.controls.minutes(each)})),
          {value: CUSTOM, label: texts.controls.custom},
        ]}
        value={custom === null ? String(minutes) : CUSTOM}
        onChange={({currentTarget: {value}}) =>
          chart.send(value === CUSTOM ? {type: 'customWindow.chosen'} : {type: 'window.chosen', minutes: Number(value)})
        }
      />
      {custom !== null && (
        <TextInput
          size="xs"
          className={styles.minutes}
          disabled={isRaw}
          type="number"
          min={MIN_WINDOW_MINUTES}
          step={1}
          label={texts.controls.customMinutes}
          value={custom}
          onChange={({currentTarget: {value}}) => chart.send({type: 'customWindow.typed', text: value})}
        />
      )}
    </>
  )
}

/** Choosing a range that doesn't end now pauses live update. */
function ChartRange({chart, zone}: {chart: ChartRef; zone: string}) {
  const {isTwelveHours} = useApplication().formats
  const control = useSelector(chart, s => s.children.timeRange)
  const range = useSelector(chart, s => s.context.rangeChosen)
  const start = useSelector(chart, s => wholeMinute(s.context.range.start))
  const end = useSelector(chart, s => wholeMinute(s.context.range.end))
  const hasLater = useSelector(chart, s => !followsNow(s.context.rangeChosen) && s.context.range.end < s.context.now)
  if (control === undefined) return null
  return (
    <TimeRangeControl
      control={control}
      range={range}
      zone={zone}
      hasLater={hasLater}
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
