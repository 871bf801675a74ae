import {budgetLeft} from '../../../../contract/rules/availability'
import type {AvailabilityReport} from '../../../domain/alarms/availability'
import tiles from '../Figures.module.css'
import {texts} from './texts'
import {useWords} from './words'

/** What all devices come to together. */
export function Figures({report: {total, goals}}: {report: Pick<AvailabilityReport, 'total' | 'goals'>}) {
  const {share, percent, left, length} = useWords()
  const {amounts} = total
  const figures = [
    [texts.available, share(amounts)],
    [texts.lost, length(amounts.judged - amounts.available)],
    [texts.goal, percent(goals.goal)],
    [texts.left, left(goals.goal === null ? null : budgetLeft(amounts, goals.goal))],
    [texts.maintenance, length(amounts.maintenance)],
    [texts.unknown, length(amounts.unknown)],
  ] as const
  return (
    <dl className={tiles.tiles} aria-label={texts.whole}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
