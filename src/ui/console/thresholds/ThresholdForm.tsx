import {Checkbox, NativeSelect, Textarea, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import {
  type ThresholdDraft,
  type ThresholdProblems,
  TIME_FIELDS,
  typedThreshold,
} from '../../../domain/console/thresholds/draft'
import {isInherited, storedUnit} from '../../../domain/console/thresholds/levels'
import {inequalities} from '../../../domain/console/thresholds/words'
import {LIMIT_FIELDS} from '../../../domain/limitField'
import type {ThresholdPreviewLogic, ThresholdPreviewRef} from '../../../machines/console/thresholdPreview'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {DESCRIBED_BELOW, type FormPart, fieldOf, useForm} from '../../kit/form/fields'
import {SuggestField} from '../../kit/picker/Picker'
import {SuggestionNote} from './SuggestionNote'
import {ThresholdPreview} from './ThresholdPreview'
import styles from './Thresholds.module.css'
import {texts} from './texts'

interface Props {
  thresholds: ThresholdsRef
  previewLogic: ThresholdPreviewLogic
}

/** The fields of a threshold, and the alarms that it would have raised. */
export function ThresholdForm({thresholds, previewLogic}: Props) {
  const {input, draft: opened} = thresholds.getSnapshot().context
  const preview = useActorRef(previewLogic, {
    input: {owner: input.owner, key: opened.key, threshold: typedThreshold(opened)},
  })
  const isNew = useSelector(thresholds, ({context}) => context.chosen === null)
  const isOffered = useSelector(
    thresholds,
    ({context: {loaded, draft}}) => draft.isOff || (loaded !== null && isInherited(loaded, draft.key.trim())),
  )
  const unit = useSelector(thresholds, ({context: {loaded, draft}}) => loaded && storedUnit(loaded, draft.key.trim()))

  const form = useForm(thresholds)
  const part = {...form, change}
  const {isOff} = form.draft

  function change(change: Partial<ThresholdDraft>) {
    form.change(change)
    const {draft} = thresholds.getSnapshot().context
    preview.send({type: 'key.typed', key: draft.key.trim()})
    preview.send({type: 'threshold.typed', threshold: typedThreshold(draft)})
  }

  return (
    <>
      {isNew && <KeyField part={part} preview={preview} />}
      {isOffered && (
        <Checkbox
          label={texts.form.off}
          checked={isOff}
          onChange={({currentTarget}) => change({isOff: currentTarget.checked})}
        />
      )}
      {!isOff && <Fields part={part} unit={unit} isNew={isNew} />}
      <Words thresholds={thresholds} unit={unit} />
      {!isOff && <SuggestionNote preview={preview} unit={unit} onUsed={change} />}
      <ThresholdPreview thresholds={thresholds} preview={preview} unit={unit} />
    </>
  )
}

/** The unit has the same name in every language. */
const SECONDS = 's'

interface FieldProps {
  part: FormPart<ThresholdDraft, ThresholdProblems>
}

interface FieldsProps extends FieldProps {
  unit: string | null
  isNew: boolean
}

/** The fields of the threshold. */
function Fields({part, unit, isNew}: FieldsProps) {
  return (
    <>
      <div className={styles.fields}>
        {LIMIT_FIELDS.map((name, at) => (
          <NumberField key={name} part={part} name={name} unit={unit} isFirst={!isNew && at === 0} />
        ))}
      </div>
      <div className={styles.fields} data-part="times">
        <NumberField part={part} unit={unit} name="clear" hint={texts.form.clearHint} />
        {TIME_FIELDS.filter(name => name !== 'unusualAfter').map(name => (
          <NumberField
            key={name}
            part={part}
            name={name}
            unit={SECONDS}
            hint={name === 'silentAfter' ? texts.form.silentHint : undefined}
          />
        ))}
      </div>
      <div className={styles.fields} data-part="times">
        <UnusualField part={part} />
        {part.draft.unusual !== null && <NumberField part={part} name="unusualAfter" unit={SECONDS} />}
      </div>
      <Checkbox
        label={texts.form.latching}
        checked={part.draft.isLatching}
        onChange={({currentTarget}) => part.change({isLatching: currentTarget.checked})}
      />
      <Textarea
        {...fieldOf(part, 'runbook')}
        label={texts.form.runbook}
        description={texts.form.runbookHint}
        inputWrapperOrder={DESCRIBED_BELOW}
        autosize
        minRows={1}
        maxRows={6}
        onChange={({currentTarget}) => part.change({runbook: currentTarget.value})}
      />
    </>
  )
}

function UnusualField({part: {draft, isBusy, change}}: FieldProps) {
  return (
    <NativeSelect
      label={texts.form.unusual}
      description={texts.form.unusualHint}
      inputWrapperOrder={DESCRIBED_BELOW}
      disabled={isBusy}
      value={draft.unusual?.severity ?? ''}
      data={[{value: '', label: texts.form.noAlarm}, ...SEVERITIES.map(value => ({value, label: texts.form[value]}))]}
      onChange={({currentTarget: {value}}) => {
        const severity = SEVERITIES.find(each => each === value)
        const delay = draft.unusual?.delay ?? {on: 0, off: 0}
        change({unusual: severity === undefined ? null : {severity, delay}})
      }}
    />
  )
}

function KeyField({part, preview}: FieldProps & {preview: ThresholdPreviewRef}) {
  const keys = useSelector(preview, ({context}) => context.keys)
  return (
    <SuggestField
      {...fieldOf(part, 'key')}
      label={texts.form.key}
      data-autofocus
      spellCheck={false}
      required
      data={keys}
      onChange={key => part.change({key})}
    />
  )
}

interface NumberFieldProps extends FieldProps {
  name: (typeof LIMIT_FIELDS)[number] | 'clear' | (typeof TIME_FIELDS)[number]
  unit: string | null
  hint?: string | undefined
  isFirst?: boolean
}

function NumberField({part, name, unit, hint, isFirst = false}: NumberFieldProps) {
  return (
    <TextInput
      {...fieldOf(part, name)}
      label={unit === null ? texts.form[name] : `${texts.form[name]} (${unit})`}
      description={hint}
      inputWrapperOrder={DESCRIBED_BELOW}
      data-autofocus={isFirst || undefined}
      inputMode="decimal"
    />
  )
}

/** Says exactly what the typed threshold means; nothing while it makes no sense. */
function Words({thresholds, unit}: {thresholds: ThresholdsRef; unit: string | null}) {
  const {formats} = useApplication()
  const draft = useSelector(thresholds, ({context}) => context.draft)
  const threshold = typedThreshold(draft)
  return (
    <ul className={styles.words} aria-live="polite">
      {threshold !== null &&
        inequalities(threshold, value => formats.exact(value, unit)).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
    </ul>
  )
}
