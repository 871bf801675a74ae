import {NativeSelect, Textarea, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {MAINTENANCE_RULE_LENGTH, NAME_LENGTH} from '../../../../contract/limits'
import {MINUTE} from '../../../../contract/rules/time/durations'
import {lengthOf} from '../../../domain/format/times'
import {
  DURATIONS,
  endOf,
  inZone,
  type MaintenanceChoices,
  type MaintenanceDraft,
  type MaintenanceProblems,
  minutesUntil,
  REPEATS,
} from '../../../domain/maintenance'
import type {MaintenanceRef, PlanPreviewRef} from '../../../machines/alarms/maintenance'
import {useApplication} from '../../kit/application'
import {EntriesDialog} from '../../kit/dialog/EntriesDialog'
import {DaysField} from '../../kit/form/DaysField'
import {type FormPart, fieldOf, useForm} from '../../kit/form/fields'
import {MinuteField} from '../../kit/form/MinuteField'
import {Picker} from '../../kit/picker/Picker'
import {ZoneField} from '../../kit/picker/ZoneField'
import {useAlarms} from '../logic'
import styles from './Maintenance.module.css'
import {texts} from './texts'

type Form = FormPart<MaintenanceDraft, MaintenanceProblems>

/** Asks what is in maintenance and when, and shows when that is next. */
export function MaintenanceDialog({entries}: {entries: MaintenanceRef}) {
  const chosen = useSelector(entries, ({context}) => context.chosen)
  return (
    <EntriesDialog
      entries={entries}
      title={chosen === null ? texts.form.adding : texts.form.editing(chosen.title)}
      size="lg"
      deletion={{texts: {title: texts.deletion.title(chosen?.title ?? '')}, lead: texts.deletion.lead}}
    >
      <Fields entries={entries} />
    </EntriesDialog>
  )
}

function Fields({entries}: {entries: MaintenanceRef}) {
  const form = useForm(entries)
  const choices = useSelector(entries, ({context}) => context.loaded.choices)
  const preview = useActorRef(useAlarms().logic.planPreview, {input: form})
  const change: Form['change'] = change => {
    form.change(change)
    preview.send({type: 'draft.changed', draft: entries.getSnapshot().context.draft})
  }
  const fields = {...form, change}
  return (
    <>
      <TextInput
        {...fieldOf(fields, 'title')}
        error={form.problems.title && texts.problems.title}
        label={texts.form.title}
        maxLength={NAME_LENGTH}
        data-autofocus
      />
      <Target form={fields} choices={choices} />
      <When form={fields} />
      <Textarea
        label={texts.form.reason}
        rows={2}
        value={form.draft.reason}
        readOnly={form.isBusy}
        onChange={({currentTarget}) => change({reason: currentTarget.value})}
      />
      <Next preview={preview} />
    </>
  )
}

const KINDS = ['device', 'label', 'customer', 'organisation'] as const

function Target({form: {draft, problems, change}, choices}: {form: Form; choices: MaintenanceChoices}) {
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

function When({form}: {form: Form}) {
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
        <MinuteField
          label={texts.form.end}
          at={endOf(draft)}
          zone={draft.zone}
          error={problems.minutes ? texts.problems.minutes : null}
          onChosen={end => change({minutes: minutesUntil(end, draft)})}
        />
        <NativeSelect
          label={texts.form.duration}
          value={draft.minutes}
          onChange={({currentTarget: {value}}) => change({minutes: value})}
          data={durationsOf(draft.minutes)}
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
        <DaysField
          label={texts.form.days}
          error={problems.days && texts.problems.days}
          className={styles.days}
          days={draft.days}
          onChosen={days => change({days})}
        />
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

/** Another length is that of a chosen end. */
function durationsOf(minutes: string) {
  const offered = DURATIONS.map(String)
  const shown = offered.includes(minutes) || minutes === '' ? offered : [...offered, minutes]
  const labelled = shown.map(value => ({value, label: lengthOf(Number(value) * MINUTE)}))
  return minutes === '' ? [{value: '', label: '–'}, ...labelled] : labelled
}

/** It has one height while the buttons below it are pressed, which leaves a field and so looks for other times. */
function Next({preview}: {preview: PlanPreviewRef}) {
  const isLooking = useSelector(preview, s => !s.matches('shown'))
  return (
    <div className={styles.next} aria-busy={isLooking}>
      <Previewed preview={preview} isLooking={isLooking} />
    </div>
  )
}

function Previewed({preview, isLooking}: {preview: PlanPreviewRef; isLooking: boolean}) {
  const {formats} = useApplication()
  const found = useSelector(preview, ({context}) => context.preview)
  if (found === null)
    return <p className={styles.quiet}>{isLooking ? texts.form.previewing : texts.form.previewLater}</p>
  if ('message' in found) return <p role="alert">{found.message}</p>
  return (
    <section aria-label={texts.form.preview}>
      <p className={styles.quiet}>{isLooking ? texts.form.previewing : texts.form.preview}</p>
      <ul>
        {found.periods.map(({start, end}) => (
          <li key={start}>{formats.range(start, end)}</li>
        ))}
      </ul>
    </section>
  )
}
