import {Button, Checkbox, NativeSelect, TextInput} from '@mantine/core'
import type {ReactNode} from 'react'
import {ROUTE_ESCALATIONS_LIMIT} from '../../../../contract/rules/alarmRoutes'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {
  EMPTY_ESCALATION,
  type EscalationDraft,
  listIn,
  type RouteDraft,
  type RouteProblems,
} from '../../../domain/console/alarmRoutes/draft'
import type {AlarmRoutesRef} from '../../../machines/console/organisation/alarmRoutes'
import {DaysField} from '../../kit/form/DaysField'
import {DESCRIBED_BELOW, type FormPart, fieldOf, useForm} from '../../kit/form/fields'
import {DayTimeField} from '../../kit/form/MinuteField'
import {ManyPicker} from '../../kit/picker/Picker'
import {ZoneField} from '../../kit/picker/ZoneField'
import {texts as kit} from '../../kit/text/texts'
import {useChoices} from './choices'
import styles from './Notifications.module.css'
import {TargetFields} from './TargetFields'
import {texts as allTexts} from './texts'

const texts = allTexts.form

export function RouteForm({routes}: {routes: AlarmRoutesRef}) {
  const part: RouteFormPart = useForm(routes)
  const {draft, problems, isBusy, change} = part
  return (
    <>
      <TextInput {...fieldOf(part, 'name')} label={texts.name} data-autofocus required />
      <Group legend={texts.whom}>
        <TargetFields target={draft} suffix="" problems={problems} isBusy={isBusy} onChanged={change} />
      </Group>
      <Filters {...part} />
      <Hours {...part} />
      <Escalations {...part} />
    </>
  )
}

/** What no device has any more stays chosen until it is taken out. */
function Filters(part: RouteFormPart) {
  const {draft, problems, isBusy, change} = part
  const choices = useChoices()
  return (
    <Group legend={texts.which}>
      <div className={styles.fields}>
        <NativeSelect
          label={texts.severity}
          value={draft.severity}
          disabled={isBusy}
          data={[{value: '', label: texts.any}, ...SEVERITIES.map(value => ({value, label: kit.severities[value]}))]}
          onChange={({currentTarget: {value}}) => change({severity: SEVERITIES.find(known => known === value) ?? ''})}
        />
        <NativeSelect
          label={texts.kind}
          value={draft.kind}
          disabled={isBusy}
          data={[{value: '', label: texts.any}, ...KINDS.map(value => ({value, label: allTexts.kinds[value]}))]}
          onChange={({currentTarget: {value}}) => change({kind: KINDS.find(known => known === value) ?? ''})}
        />
        {(['labels', 'types'] as const).map(name => (
          <ManyPicker
            key={name}
            name={name}
            label={texts[name]}
            inputWrapperOrder={DESCRIBED_BELOW}
            description={texts.listHint}
            readOnly={isBusy}
            error={problems[name]}
            data={[...new Set([...choices[name], ...listIn(draft[name])])].map(value => ({value, label: value}))}
            value={listIn(draft[name])}
            onChosen={values => change({[name]: values.join(', ')})}
          />
        ))}
      </div>
    </Group>
  )
}

const KINDS = ['value', 'silence', 'unusual', 'screen'] as const

const EXAMPLES = {from: '22:00', until: '06:00'}

function Hours(part: RouteFormPart) {
  const {draft, isBusy, change} = part
  return (
    <Group legend={texts.when}>
      <Checkbox
        label={texts.isAlways}
        checked={draft.isAlways}
        disabled={isBusy}
        onChange={({currentTarget}) => change({isAlways: currentTarget.checked})}
      />
      {!draft.isAlways && (
        <>
          <div className={styles.fields}>
            {(['from', 'until'] as const).map(name => (
              <DayTimeField key={name} {...fieldOf(part, name)} placeholder={EXAMPLES[name]} label={texts[name]} />
            ))}
            <ZoneField label={texts.zone} zone={draft.zone} onChosen={zone => change({zone})} />
          </div>
          <DaysField label={texts.days} className={styles.days} days={draft.days} onChosen={days => change({days})} />
          <p className={styles.note}>{texts.hoursHint}</p>
        </>
      )}
    </Group>
  )
}

/** The further recipients, and the time until a reminder, as long as nobody acknowledges an alarm. */
function Escalations(part: RouteFormPart) {
  const {problems, isBusy, change} = part
  const {escalations} = part.draft
  const changeOne = (at: number, changes: Partial<EscalationDraft>) =>
    change({escalations: escalations.map((known, place) => (place === at ? {...known, ...changes} : known))})
  return (
    <Group legend={texts.escalations}>
      <TextInput
        {...fieldOf(part, 'repeat')}
        className={styles.minutes}
        label={texts.repeat}
        inputWrapperOrder={DESCRIBED_BELOW}
        description={texts.repeatHint}
        inputMode="decimal"
      />
      {escalations.map((escalation, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an escalation has no name but its place
        <fieldset key={at} className={styles.escalation}>
          <legend>{texts.escalationOf(at + 1)}</legend>
          <div className={styles.head}>
            <TextInput
              name={`after-${at}`}
              className={styles.minutes}
              label={texts.after}
              inputMode="decimal"
              autoComplete="off"
              value={escalation.after}
              readOnly={isBusy}
              error={problems[`after-${at}`]}
              onChange={({currentTarget}) => changeOne(at, {after: currentTarget.value})}
            />
            <Button
              size="xs"
              variant="default"
              aria-label={texts.removeEscalationOf(at + 1)}
              onClick={() => change({escalations: escalations.filter((_, place) => place !== at)})}
            >
              {texts.removeEscalation}
            </Button>
          </div>
          <TargetFields
            target={escalation}
            suffix={`-${at}`}
            problems={problems}
            isBusy={isBusy}
            onChanged={changes => changeOne(at, changes)}
          />
        </fieldset>
      ))}
      {escalations.length < ROUTE_ESCALATIONS_LIMIT && (
        <Button
          size="xs"
          variant="default"
          className={styles.add ?? ''}
          onClick={() => change({escalations: [...escalations, EMPTY_ESCALATION]})}
        >
          {texts.addEscalation}
        </Button>
      )}
    </Group>
  )
}

type RouteFormPart = FormPart<RouteDraft, RouteProblems>

function Group({legend, children}: {legend: string; children: ReactNode}) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
