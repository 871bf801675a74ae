import {Checkbox, NativeSelect, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {MAINTENANCE_RULE_LENGTH, NAME_LENGTH} from '../../../../contract/limits'
import {inZone, type MaintenanceChoices, type MaintenanceDraft, REPEATS} from '../../../domain/alarms/maintenance'
import type {MaintenanceRef} from '../../../machines/alarms/maintenance'
import {useApplication} from '../../kit/application'
import dialog from '../../kit/dialog/Dialog.module.css'
import {FormButtons, FormDialog} from '../../kit/dialog/FormDialog'
import {Failure} from '../../kit/form/Failure'
import {fieldOf, submitTo, useForm} from '../../kit/form/fields'
import {MinuteField} from '../../kit/form/MinuteField'
import {Picker} from '../../kit/form/Picker'
import {ZoneField} from '../../kit/form/ZoneField'
import styles from './Maintenance.module.css'
import {texts} from './texts'

/** Asks what is in maintenance and when, and shows when that is next. */
export function MaintenanceForm({of}: {of: MaintenanceRef}) {
  const isOpen = useSelector(of, s => s.matches('form'))
  const chosen = useSelector(of, ({context}) => context.chosen)
  return (
    <FormDialog
      of={of}
      isOpen={isOpen}
      title={chosen === null ? texts.form.adding : texts.form.editing(chosen.title)}
      size="lg"
    >
      <Form of={of} />
    </FormDialog>
  )
}

function Form({of}: {of: MaintenanceRef}) {
  const form = useForm(of)
  const isBusy = useSelector(of, s => s.hasTag('busy'))
  const {draft} = form
  return (
    <form onSubmit={submitTo(of, {type: 'save.requested'})} className={dialog.content} noValidate>
      <Failure of={of} />
      <TextInput
        {...fieldOf(form, 'title')}
        error={form.problems.title && texts.problems.title}
        label={texts.form.title}
        maxLength={NAME_LENGTH}
        data-autofocus
      />
      <Target of={of} />
      <When of={of} />
      <Textarea
        label={texts.form.reason}
        rows={2}
        value={draft.reason}
        readOnly={isBusy}
        onChange={({currentTarget}) => form.change({reason: currentTarget.value})}
      />
      <Next of={of} />
      <FormButtons of={of} />
    </form>
  )
}

const KINDS = ['organisation', 'customer', 'label', 'device'] as const

function Target({of}: {of: MaintenanceRef}) {
  const {draft, problems, change} = useForm(of)
  const choices = useSelector(of, ({context}) => context.choices)
  const kinds = KINDS.filter(kind => kind === draft.kind || isOffered(kind, choices))
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={texts.form.kind}
        value={draft.kind}
        onChange={({currentTarget: {value}}) =>
          change({kind: kinds.find(kind => kind === value) ?? draft.kind, value: ''})
        }
        data={kinds.map(value => ({value, label: texts.form.kinds[value]}))}
      />
      {draft.kind !== 'organisation' && (
        <Picker
          id="value"
          label={texts.form.value[draft.kind]}
          data={valuesOf(draft.kind, choices)}
          value={draft.value}
          error={problems.value && texts.problems.value}
          onChosen={value => change({value})}
        />
      )}
    </div>
  )
}

function isOffered(kind: MaintenanceDraft['kind'], choices: MaintenanceChoices): boolean {
  return kind === 'organisation' ? choices.isOrganisation : valuesOf(kind, choices).length > 0
}

function valuesOf(kind: Exclude<MaintenanceDraft['kind'], 'organisation'>, choices: MaintenanceChoices) {
  if (kind === 'label') return choices.labels.map(label => ({value: label, label}))
  return choices[kind === 'device' ? 'devices' : 'customers'].map(({id, name}) => ({value: id, label: name}))
}

function When({of}: {of: MaintenanceRef}) {
  const form = useForm(of)
  const {draft, problems, change} = form
  return (
    <>
      <div className={styles.fields}>
        <MinuteField
          label={texts.form.start}
          at={draft.start}
          zone={draft.zone}
          error={problems.start ? texts.problems.start : null}
          onChosen={start => change({start})}
        />
        <TextInput
          {...fieldOf(form, 'minutes')}
          error={problems.minutes && texts.problems.minutes}
          label={texts.form.minutes}
          inputMode="numeric"
        />
        <ZoneField label={texts.form.zone} zone={draft.zone} onChosen={zone => change(inZone(draft, zone))} />
        <NativeSelect
          label={texts.form.repeat}
          value={draft.repeat}
          onChange={({currentTarget: {value}}) =>
            change({repeat: REPEATS.find(repeat => repeat === value) ?? draft.repeat})
          }
          data={REPEATS.map(value => ({value, label: texts.repeats[value]}))}
        />
      </div>
      {draft.repeat === 'weekly' && (
        <Checkbox.Group
          label={texts.form.days}
          error={problems.days && texts.problems.days}
          value={draft.days.map(String)}
          onChange={days => change({days: WEEK.filter(day => days.includes(String(day)))})}
        >
          <div className={styles.days}>
            {texts.dayNames.split(' ').map((day, at) => (
              <Checkbox key={day} value={String(at + 1)} label={day} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {draft.repeat === 'rule' && (
        <TextInput
          {...fieldOf(form, 'rule')}
          error={problems.rule && texts.problems.rule}
          label={texts.form.rule}
          description={texts.form.ruleHint}
          maxLength={MAINTENANCE_RULE_LENGTH}
          spellCheck={false}
        />
      )}
    </>
  )
}

const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** It has one height while the buttons below it are pressed, which leaves a field and so looks for other times. */
function Next({of}: {of: MaintenanceRef}) {
  const isLooking = useSelector(of, s => s.matches({form: 'pausing'}) || s.matches({form: 'asking'}))
  return (
    <div className={styles.next} aria-busy={isLooking}>
      <Previewed {...{of, isLooking}} />
    </div>
  )
}

function Previewed({of, isLooking}: {of: MaintenanceRef; isLooking: boolean}) {
  const {formats} = useApplication()
  const preview = useSelector(of, ({context}) => context.preview)
  if (preview === null)
    return <p className={styles.quiet}>{isLooking ? texts.form.previewing : texts.form.previewLater}</p>
  if ('message' in preview) return <p role="alert">{preview.message}</p>
  return (
    <section aria-label={texts.form.preview}>
      <p className={styles.quiet}>{isLooking ? texts.form.previewing : texts.form.preview}</p>
      <ul>
        {preview.periods.map(({start, end}) => (
          <li key={start}>{formats.range(start, end)}</li>
        ))}
      </ul>
    </section>
  )
}
