import {Button, Textarea} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {ALARM_NOTE_LENGTH} from '../../../../contract/limits'
import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import {offsetsOf} from '../../../../contract/rules/time/localTime'
import {isLearned} from '../../../../contract/rules/usual/band'
import {localHour} from '../../../../contract/rules/usual/hour'
import {listedText} from '../../../domain/telemetry/format'
import type {UsualReason} from '../../../domain/telemetry/usual'
import type {UsualReasonRef} from '../../../machines/telemetry/usualReason'
import {useApplication} from '../../kit/application'
import dialog from '../../kit/dialog/Dialog.module.css'
import {DraftForm, FormDialog} from '../../kit/dialog/FormDialog'
import {useForm} from '../../kit/form/fields'
import {Loaded} from '../../kit/loading/Loaded'
import {useMay} from '../../kit/viewer'
import {texts} from './texts'
import styles from './UsualDialog.module.css'

interface ReasonProps {
  machine: UsualReasonRef
  unit: ShownUnit
}

/** The reasons why the latest value is usual or not; a permitted user can call it normal. */
export function UsualDialog({title, ...props}: ReasonProps & {title: string}) {
  return (
    <FormDialog machine={props.machine} isOpen title={title}>
      <div className={dialog.content}>
        <Loaded machine={props.machine} loading={texts.loading}>
          <Reason {...props} />
        </Loaded>
      </div>
    </FormDialog>
  )
}

function Reason({machine, unit}: ReasonProps) {
  const reason = useSelector(machine, s => s.context.reason)
  const isShown = useSelector(machine, s => s.matches('shown'))
  const mayAccept = useMay('device.edit')
  if (reason === null) return null
  return (
    <>
      <p className={styles.verdict}>{verdictText(reason)}</p>
      <Facts reason={reason} unit={unit} />
      {isShown && mayAccept && reason.band !== null && (
        <div className={dialog.buttons}>
          <Button variant="default" onClick={() => machine.send({type: 'acceptance.requested'})}>
            {texts.accept}
          </Button>
        </div>
      )}
      {!isShown && <Acceptance machine={machine} />}
    </>
  )
}

function Facts({reason, unit: unitOfValues}: {reason: UsualReason; unit: ShownUnit}) {
  const {formats} = useApplication()
  const {value, band, missing, days, hours, expected, accepted, isCounter} = reason
  const unit = isCounter ? null : unitOfValues
  const number = (stored: number) => listedText(formats, stored, unit)
  const facts = [
    value !== null && [isCounter ? texts.rate : texts.value, number(value)],
    band !== null && [texts.usually, texts.between(number(band.low), number(band.high))],
    band !== null && [texts.when, whenText(reason)],
    band !== null && [texts.learned, texts.learnedFrom(formats.exact(days), formats.exact(hours))],
    missing !== null && [
      texts.missing,
      isOfUnseenHour(reason)
        ? texts.missingOfHour(formats.exact(missing.hours))
        : texts.missingOf(formats.exact(missing.hours), formats.exact(missing.days)),
    ],
    expected !== null && [
      texts.expected,
      texts.expectedOf(formats.exact(expected.told), formats.number(expected.days, {digits: 2})),
    ],
    accepted !== null && [
      texts.accepted,
      texts.acceptedBy(formats.dateTime(accepted.at, 'minute'), accepted.by, accepted.reason),
    ],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(
        fact =>
          fact !== false && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export const verdictText = (reason: Evaluated): string =>
  isOfUnseenHour(reason) ? texts.unseenHour : texts.verdicts[reason.verdict]

type Evaluated = Pick<UsualReason, 'verdict' | 'missing' | 'hours' | 'days'>

/** Whether the series is known, but not in the hour of its latest value. */
const isOfUnseenHour = (reason: Evaluated): boolean =>
  reason.verdict === 'learning' && reason.missing !== null && isLearned(reason)

/** Says for which hours a range is usual: 'Mondays 09:00–10:00, UTC', with the zone by whose clocks it was learned. */
export function whenText({band, ts, zone}: Pick<UsualReason, 'band' | 'ts' | 'zone'>): string {
  if (band === null || ts === null || zone === null || band.basis === 'lastDays') return texts.allHours
  const {weekHour} = localHour(ts, offsetsOf(zone))
  const hour = weekHour % 24
  const hours = `${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00`
  const isWeekend = weekHour >= 120
  const days = {
    weekHour: texts.weekdays[WEEKDAYS[Math.floor(weekHour / 24)] ?? 'monday'],
    dayKindHour: isWeekend ? texts.weekends : texts.workingDays,
    dayHour: texts.allDays,
  }[band.basis]
  return texts.hours(days, hours, zone)
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const twoDigits = (number: number): string => String(number).padStart(2, '0')

function Acceptance({machine}: {machine: UsualReasonRef}) {
  const {draft, problems, isBusy, change} = useForm(machine)
  return (
    <DraftForm machine={machine}>
      <p>{texts.acceptLead}</p>
      <Textarea
        label={texts.reason}
        rows={2}
        maxLength={ALARM_NOTE_LENGTH}
        name="reason"
        value={draft.reason}
        error={problems.reason && texts.reasonMissing}
        readOnly={isBusy}
        data-autofocus
        onChange={({currentTarget}) => change({reason: currentTarget.value})}
      />
    </DraftForm>
  )
}
