import {NativeSelect, Switch, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {SnapshotFrom} from 'xstate'
import {MIN_WINDOW_MINUTES, WINDOW_MINUTES} from '../../../../../contract/limits'
import type {Aggregation} from '../../../../../contract/wire/telemetry/telemetry'
import {isLinkUp} from '../../../../domain/telemetry/readings/link'
import {followsNow} from '../../../../domain/timeRange/timeRange'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {texts} from '../texts'
import styles from './ChartControls.module.css'
import {ChartRange} from './ChartRange'

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
