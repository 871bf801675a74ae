import {Autocomplete, Checkbox, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {LIMIT_FIELDS, type ThresholdDraft, TIME_FIELDS, typedThreshold} from '../../../domain/console/thresholds/draft'
import {isInherited, storedUnit} from '../../../domain/console/thresholds/levels'
import {inequalities} from '../../../domain/console/thresholds/words'
import type {ThresholdPreviewRef} from '../../../machines/console/thresholdPreview'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {DESCRIBED_BELOW} from '../../kit/form/fields'
import {useConsole} from '../logic'
import {ThresholdPreview} from './ThresholdPreview'
import styles from './Thresholds.module.css'
import {texts} from './texts'

/** The fields of a threshold, and what it would have raised. */
export function ThresholdForm({thresholds}: {thresholds: ThresholdsRef}) {
  const {owner, draft: opened} = thresholds.getSnapshot().context
  const preview = useActorRef(useConsole().thresholdPreview, {
    input: {owner, key: opened.key, threshold: typedThreshold(opened)},
  })
  const isNew = useSelector(thresholds, ({context}) => context.chosen === null)
  const isOff = useSelector(thresholds, ({context}) => context.draft.isOff)
  const isOffered = useSelector(
    thresholds,
    ({context: {value, draft}}) => draft.isOff || (value !== null && isInherited(value, draft.key.trim())),
  )
  const unit = useSelector(thresholds, ({context: {value, draft}}) => value && storedUnit(value, draft.key.trim()))

  function change(change: Partial<ThresholdDraft>) {
    thresholds.send({type: 'draft.changed', change})
    const {draft} = thresholds.getSnapshot().context
    preview.send({type: 'key.typed', key: draft.key.trim()})
    preview.send({type: 'threshold.typed', threshold: typedThreshold(draft)})
  }

  return (
    <>
      {isNew && <KeyField {...{thresholds, change, preview}} />}
      {isOffered && (
        <Checkbox
          label={texts.form.off}
          checked={isOff}
          onChange={({currentTarget}) => change({isOff: currentTarget.checked})}
        />
      )}
      {!isOff && <Fields {...{thresholds, change, unit, isNew}} />}
      <Words thresholds={thresholds} unit={unit} />
      <ThresholdPreview {...{thresholds, preview, unit}} />
    </>
  )
}

/** The unit has the same name in every language. */
const SECONDS = 's'

interface FieldProps {
  thresholds: ThresholdsRef
  change: (change: Partial<ThresholdDraft>) => void
}

interface FieldsProps extends FieldProps {
  unit: string | null
  isNew: boolean
}

/** What the threshold says. */
function Fields({thresholds, change, unit, isNew}: FieldsProps) {
  const isLatching = useSelector(thresholds, ({context}) => context.draft.isLatching)
  return (
    <>
      <div className={styles.fields}>
        {LIMIT_FIELDS.map((name, at) => (
          <NumberField key={name} {...{thresholds, change, name, unit}} isFirst={!isNew && at === 0} />
        ))}
      </div>
      <div className={styles.fields} data-part="times">
        <NumberField {...{thresholds, change, unit}} name="clear" hint={texts.form.clearHint} />
        {TIME_FIELDS.map(name => (
          <NumberField
            key={name}
            {...{thresholds, change, name}}
            unit={SECONDS}
            hint={name === 'silentAfter' ? texts.form.silentHint : undefined}
          />
        ))}
      </div>
      <Checkbox
        label={texts.form.latching}
        checked={isLatching}
        onChange={({currentTarget}) => change({isLatching: currentTarget.checked})}
      />
    </>
  )
}

function KeyField({thresholds, change, preview}: FieldProps & {preview: ThresholdPreviewRef}) {
  const value = useSelector(thresholds, ({context}) => context.draft.key)
  const problem = useSelector(thresholds, ({context}) => context.problems.key)
  const keys = useSelector(preview, ({context}) => context.keys)
  const isBusy = useSelector(thresholds, s => s.hasTag('busy'))
  return (
    <Autocomplete
      name="key"
      label={texts.form.key}
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      required
      value={value}
      readOnly={isBusy}
      error={problem}
      data={[...keys]}
      openOnFocus={false}
      comboboxProps={{withinPortal: false}}
      onChange={key => change({key})}
    />
  )
}

interface NumberFieldProps extends FieldProps {
  name: (typeof LIMIT_FIELDS)[number] | 'clear' | (typeof TIME_FIELDS)[number]
  unit: string | null
  hint?: string | undefined
  isFirst?: boolean
}

function NumberField({thresholds, change, name, unit, hint, isFirst = false}: NumberFieldProps) {
  const value = useSelector(thresholds, ({context}) => context.draft[name])
  const problem = useSelector(thresholds, ({context}) => context.problems[name])
  const isBusy = useSelector(thresholds, s => s.hasTag('busy'))
  return (
    <TextInput
      name={name}
      label={unit === null ? texts.form[name] : `${texts.form[name]} (${unit})`}
      description={hint}
      inputWrapperOrder={DESCRIBED_BELOW}
      data-autofocus={isFirst || undefined}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      readOnly={isBusy}
      error={problem}
      onChange={({currentTarget}) => change({[name]: currentTarget.value})}
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
