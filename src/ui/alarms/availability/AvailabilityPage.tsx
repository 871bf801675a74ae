import {Button, NativeSelect, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {AVAILABILITY_GROUPS} from '../../../../contract/limits'
import type {AvailabilityGroup} from '../../../domain/alarms/availability'
import type {AvailabilityAnswer, AvailabilityRef} from '../../../machines/alarms/availability'
import {availabilityPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {DraftForm, FormDialog} from '../../kit/dialog/FormDialog'
import {useForm} from '../../kit/form/fields'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {TimeText} from '../../kit/text/TimeText'
import {AnsweredRange} from '../../kit/timeRange/AnsweredRange'
import tiles from '../Figures.module.css'
import {useAlarms} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {texts as alarmTexts} from '../texts'
import styles from './Availability.module.css'
import {AvailabilityTable} from './AvailabilityTable'
import {Figures} from './Figures'
import {texts} from './texts'

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
