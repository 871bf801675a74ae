import {useActorRef} from '@xstate/react'
import type {ReactNode} from 'react'
import type {Span, SparklineId} from '../../../domain/telemetry/series/sparkline'
import type {PanelSeriesLogic, PanelSeriesRef} from '../../../machines/wall/panelSeries'
import {WhileRead} from './WhileRead'

interface Props {
  logic: PanelSeriesLogic
  series: readonly SparklineId[]
  span: Span
  children: (machine: PanelSeriesRef) => ReactNode
}

/** Reads the averages of series. Other series start a new reading. */
export const SeriesOf = (props: Props) => (
  <Read key={`${props.span} ${props.series.map(({deviceId, key}) => `${deviceId} ${key}`).join('\n')}`} {...props} />
)

function Read({logic, series, span, children}: Props) {
  const machine = useActorRef(logic, {input: {series, span}})
  return <WhileRead machine={machine}>{children(machine)}</WhileRead>
}
