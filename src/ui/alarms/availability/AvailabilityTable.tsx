import {useSelector} from '@xstate/react'
import {budgetLeft, shareOf} from '../../../../contract/rules/availability'
import type {EpochMs} from '../../../../contract/wire/common'
import {type AvailabilityGroup, type AvailabilityRow, isMet} from '../../../domain/alarms/availability'
import type {AvailabilityAnswer, AvailabilityRef} from '../../../machines/alarms/availability'
import {useApplication} from '../../kit/application'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './Availability.module.css'
import {texts} from './texts'
import {useWords} from './words'

/** The worst first, each with its days. */
export function AvailabilityTable({machine, answer: {report}}: {machine: AvailabilityRef; answer: AvailabilityAnswer}) {
  const {formats} = useApplication()
  const words = useWords()
  const by = useSelector(machine, ({context}) => context.by)
  const {rows, days, leftOff} = report
  const columns: DataColumn<AvailabilityRow>[] = [
    {name: 'name', head: texts.groups[by], isRowHeader: true, cell: row => <bdi>{nameOf(row, by)}</bdi>},
    ...(by === 'device'
      ? [
          {
            name: 'label',
            head: texts.groups.label,
            cell: ({label}: AvailabilityRow) => <bdi>{label || texts.none}</bdi>,
          },
        ]
      : [
          {
            name: 'devices',
            head: texts.devices,
            isNumber: true,
            cell: ({devices}: AvailabilityRow) => formats.exact(devices),
          },
        ]),
    {name: 'share', head: texts.available, isNumber: true, cell: ({amounts}) => words.share(amounts)},
    {name: 'goal', head: texts.goal, isNumber: true, cell: ({goal}) => words.percent(goal)},
    {
      name: 'left',
      head: texts.left,
      isNumber: true,
      cell: ({amounts, goal}) => (
        <span data-met={isMet(amounts, goal)} className={styles.left}>
          {words.left(goal === null ? null : budgetLeft(amounts, goal))}
        </span>
      ),
    },
    {
      name: 'maintenance',
      head: texts.maintenance,
      isNumber: true,
      cell: ({amounts}) => words.length(amounts.maintenance),
    },
    {name: 'unknown', head: texts.unknown, isNumber: true, cell: ({amounts}) => words.length(amounts.unknown)},
    {name: 'days', head: texts.days, className: styles.daysCell, cell: row => <Days row={row} days={days} />},
  ]
  return (
    <Panel title={texts.groups[by]}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{texts.nothing}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The keys scroll it.
        <section className={styles.scroller} aria-label={texts.available} tabIndex={0}>
          <DataTable columns={columns} rows={rows} keyOf={({id, name}) => id ?? name ?? ''} />
        </section>
      )}
      {leftOff > 0 && <p className={styles.quiet}>{texts.leftOff(formats.exact(leftOff))}</p>}
    </Panel>
  )
}

const nameOf = ({name}: AvailabilityRow, by: AvailabilityGroup): string =>
  name ?? (by === 'customer' ? texts.withoutCustomer : texts.withoutLabel)

/**
 * A bar for each day, as high as the day was available; its number is said beside it. Its colour says whether the goal
 * was met, and without a goal whether anything is missing.
 */
function Days({row, days}: {row: AvailabilityRow; days: readonly EpochMs[]}) {
  const {formats} = useApplication()
  const {share} = useWords()
  return (
    <ul className={styles.days}>
      {row.days.map((amounts, index) => {
        const day = days[index] ?? 0
        const value = shareOf(amounts)
        const isShort = row.goal === null && value !== null && value < 1
        const said = texts.day(formats.day(day), share(amounts))
        return (
          <li
            key={day}
            title={said}
            data-met={value === null ? null : isShort ? 'short' : (isMet(amounts, row.goal) ?? true)}
          >
            <span className={styles.bar} style={{blockSize: `${(value ?? 0) * 100}%`}} aria-hidden="true" />
            <span className={spoken.spoken}>{said}</span>
          </li>
        )
      })}
    </ul>
  )
}
