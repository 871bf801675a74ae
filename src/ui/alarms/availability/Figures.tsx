import {budgetLeft} from '../../../../contract/rules/availability'
import type {AvailabilityReport} from '../../../domain/alarms/availability'
import {FigureTiles} from '../FigureTiles'
import {texts} from './texts'
import {useWords} from './words'

/** The figures of all devices together. */
export function Figures({report: {total, goals}}: {report: Pick<AvailabilityReport, 'total' | 'goals'>}) {
  const {share, percent, left, length} = useWords()
  const {amounts} = total
  const figures = [
    [texts.available, share(amounts)],
    [texts.lost, length(amounts.evaluated - amounts.available)],
    [texts.goal, percent(goals.goal)],
    [texts.left, left(goals.goal === null ? null : budgetLeft(amounts, goals.goal))],
    [texts.maintenance, length(amounts.maintenance)],
    [texts.unknown, length(amounts.unknown)],
  ] as const
  return <FigureTiles label={texts.whole} figures={figures} />
}
