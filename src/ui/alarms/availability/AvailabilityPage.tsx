import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {AVAILABILITY_GROUPS} from '../../../../contract/limits'
import {budgetLeft, shareOf} from '../../../../contract/rules/availability'
import type {EpochMs} from '../../../../contract/wire/common'
import {type AvailabilityGroup, type AvailabilityRow, isMet} from '../../../domain/alarms/availability'
import type {AvailabilityAnswer, AvailabilityRef} from '../../../machines/alarms/availability'
import {availabilityPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {DraftForm, FormDialog} from '../../kit/dialog/FormDialog'
import {useForm} from '../../kit/form/fields'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import spoken from '../../kit/text/Spoken.module.css'
import {TimeText} from '../../kit/text/TimeText'
import {AnsweredRange} from '../../kit/timeRange/AnsweredRange'
import tiles from '../Figures.module.css'
import {useAlarms} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {texts as alarmTexts} from '../texts'
import styles from './Availability.module.css'
import {Figures} from './Figures'
import {texts} from './texts'
import {useWords} from './words'

/** For which share of the time the devices of an organisation were available. */
export function AvailabilityPage() {
  const {zone} = useApplication()
  return (
    <div className={styles.page}>
      <OfOrganisation path={availabilityPath} unchosen={<p className={styles.quiet}>{texts.choose}</p>}>
        {organisationId => <Shown key={organisationId} organisationId={organisationId} zone={zone} />}
      </OfOrganisation>
    </div>
  )
}

function Shown({organisationId, zone}: {organisationId: string; zone: string}) {
  const {logic} = useAlarms()
  const machine = useActorRef(logic.availability, {input: {organisationId, zone}})
  const answer = useSelector(machine, ({context}) => context.answer)
  const message = useSelector(machine, ({context}) => context.message)
  const isFailed = useSelector(machine, s => s.matches('failed'))
  const isLoading = useSelector(machine, s => s.matches('loading'))
  return (
    <>
      <p className={styles.quiet}>{texts.lead}</p>
      {answer !== null && <AnsweredRange machine={machine} answer={answer} zone={zone} />}
      {isFailed && message !== null && (
        <div role="alert" className={tiles.missed}>
          <p>{message}</p>
          <NoticeButton onClick={() => machine.send({type: 'retry.requested'})}>{alarmTexts.retry}</NoticeButton>
        </div>
      )}
      {answer === null ? (
        isLoading && <Skeleton height="24rem" />
      ) : (
        <div className={styles.figures} aria-busy={isLoading}>
          <Figures report={answer.report} />
          <Tools machine={machine} answer={answer} />
          <AvailabilityTable machine={machine} answer={answer} />
        </div>
      )}
      <GoalsForm machine={machine} />
    </>
  )
}

interface Props {
  machine: AvailabilityRef
  answer: AvailabilityAnswer
}

function Tools({machine, answer: {report, readAt}}: Props) {
  const {formats} = useApplication()
  const {isReplay} = useAlarms().logic
  const by = useSelector(machine, ({context}) => context.by)
  return (
    <div className={styles.tools}>
      <NativeSelect
        label={texts.by}
        value={by}
        data={AVAILABILITY_GROUPS.map(group => ({value: group, label: texts.groups[group]}))}
        onChange={({currentTarget}) => machine.send({type: 'group.chosen', by: groupFrom(currentTarget.value)})}
      />
      <p className={styles.quiet} role="status">
        <TimeText at={readAt}>{alarmTexts.report.asOf(formats.time(readAt, 'minute'))}</TimeText>
      </p>
      <Button size="xs" variant="default" onClick={() => machine.send({type: 'file.requested'})}>
        {texts.file}
      </Button>
      {report.mayChange && !isReplay && (
        <Button size="xs" onClick={() => machine.send({type: 'goals.requested'})}>
          {texts.goals.change}
        </Button>
      )}
    </div>
  )
}

const groupFrom = (text: string): AvailabilityGroup => AVAILABILITY_GROUPS.find(group => group === text) ?? 'device'

/** Asks for the goal of the organisation and those of labels. */
function GoalsForm({machine}: {machine: AvailabilityRef}) {
  const isOpen = useSelector(machine, s => s.matches('form'))
  return (
    <FormDialog machine={machine} isOpen={isOpen} title={texts.goals.title}>
      <DraftForm machine={machine}>
        <Fields machine={machine} />
      </DraftForm>
    </FormDialog>
  )
}

function Fields({machine}: {machine: AvailabilityRef}) {
  const {draft, problems, isBusy, change} = useForm(machine)
  return (
    <>
      <p className={styles.quiet}>{texts.goals.lead}</p>
      <TextInput
        name="goal"
        label={texts.goals.all}
        inputMode="decimal"
        value={draft.goal}
        error={problems.goal && texts.goals.problem}
        readOnly={isBusy}
        data-autofocus
        onChange={({currentTarget}) => change({goal: currentTarget.value})}
      />
      {Object.entries(draft.labels).map(([label, typed]) => (
        <TextInput
          key={label}
          label={texts.goals.label(label)}
          inputMode="decimal"
          value={typed}
          error={problems.labels?.includes(label) && texts.goals.problem}
          readOnly={isBusy}
          onChange={({currentTarget}) => change({labels: {...draft.labels, [label]: currentTarget.value}})}
        />
      ))}
    </>
  )
}

/** The worst first, each with its days. */
function AvailabilityTable({machine, answer: {report}}: {machine: AvailabilityRef; answer: AvailabilityAnswer}) {
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

/** Any loss takes at least this part of a bar: a day of 97 % would look like one of 100 %. */
const LEAST_GAP = 0.15

const heightOf = (share: number | null): number => (share === null ? 0 : share < 1 ? Math.min(share, 1 - LEAST_GAP) : 1)

/**
 * A bar for each day, as high as the day was available, with any loss in sight; its number is said beside it. Its colour says whether the goal
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
            <span className={styles.bar} style={{blockSize: `${heightOf(value) * 100}%`}} aria-hidden="true" />
            <span className={spoken.spoken}>{said}</span>
          </li>
        )
      })}
    </ul>
  )
}
