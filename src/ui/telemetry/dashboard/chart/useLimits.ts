import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {ShownUnit} from '../../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../../contract/rules/units'
import {listedText} from '../../../../domain/telemetry/format'
import {haveLimits, limitsOf, limitText, NO_LIMITS} from '../../../../domain/telemetry/limits'
import {namedOf} from '../../../../domain/telemetry/readings/keySettings'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {useApplication} from '../../../kit/application'
import type {DrawnLimit} from './drawing/limitLines'

interface Shown {
  devices: DevicesRef
  chart: ChartRef
  deviceId: string
  telemetryKey: string
  unit: ShownUnit
}

const NONE: readonly DrawnLimit[] = []

/** Returns the limits of the drawn key, and the drawn ones: none while they are hidden. */
export function useLimits({devices, chart, deviceId, telemetryKey, unit}: Shown) {
  const {formats} = useApplication()
  const threshold = useSelector(devices, s => namedOf(s.context.thresholds, deviceId, telemetryKey))
  const areDrawable = useSelector(chart, s => haveLimits(s.context.series?.aggregation ?? 'none'))
  const areShown = useSelector(chart, s => s.context.areLimitsShown)
  const known = useMemo(
    () =>
      (areDrawable ? limitsOf(threshold) : NO_LIMITS).map(limit => ({
        ...limit,
        value: inUnit(limit.value, unit),
        text: limitText(limit, listedText(formats, limit.value, unit)),
      })),
    [threshold, areDrawable, unit, formats],
  )
  return {known, shown: areShown ? known : NONE}
}
