import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import {haveLimits} from '../../../domain/telemetry/limits'
import type {UsualPart} from '../../../domain/telemetry/usual'
import type {ChartRef} from '../../../machines/telemetry/chart'

const NONE: readonly UsualPart[] = []

/**
 * Returns the usual band behind a chart's values: nothing while it is hidden, and for values that can't be compared to
 * it.
 */
export function useUsualParts(chart: ChartRef, unit: ShownUnit): readonly UsualPart[] {
  const usual = useSelector(chart, s => s.children.usual)
  const parts = useSelector(usual, s => (s?.context.areShown === true ? s.context.parts : NONE))
  const isComparable = useSelector(chart, s => haveLimits(s.context.series?.aggregation ?? 'none'))
  return useMemo(
    () =>
      isComparable ? parts.map(part => ({...part, low: inUnit(part.low, unit), high: inUnit(part.high, unit)})) : NONE,
    [parts, isComparable, unit],
  )
}
