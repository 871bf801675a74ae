import {useSelector} from '@xstate/react'
import type {SendWay} from '../../../domain/console/sendLines'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import {texts as lines} from '../lines/texts'
import {Mark} from './Mark'
import {texts} from './texts'

interface Props {
  values: DeviceValuesRef
  way: SendWay
}

/** Shows whether the value of a line has arrived since the page was opened. */
export function LineMark({values, way}: Props) {
  const hasArrived = useSelector(values, ({context}) => context.arrivedWays.has(way))
  const {waiting, arrived, hasArrived: label} = texts.send.line
  return (
    <Mark hasArrived={hasArrived} label={label(lines.ways[way])}>
      {hasArrived ? arrived : waiting}
    </Mark>
  )
}
