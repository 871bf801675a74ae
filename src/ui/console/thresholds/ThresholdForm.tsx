import {Autocomplete, Button, Checkbox, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {LIMIT_FIELDS, TIME_FIELDS, typedThreshold} from '../../../domain/console/thresholds/draft'
import {isInherited, storedUnit} from '../../../domain/console/thresholds/levels'
import {inequalities} from '../../../domain/console/thresholds/words'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {buttons} from '../../kit/buttonTexts'
import dialog from '../../kit/Dialog.module.css'
import {Failure} from '../../kit/Failure'
import {DESCRIBED_BELOW, submitTo} from '../../kit/fields'
import {ThresholdPreview} from './ThresholdPreview'
import styles from './Thresholds.module.css'
import {texts} from './texts'

export function ThresholdForm({thresholds}: {thresholds: ThresholdsRef}) {
  const isNew = useSelector(thresholds, ({context}) => context.chosen === null)
  const isBusy = useSelector(thresholds, s => s.hasTag('busy'))
  const isOff = useSelector(thresholds, ({context}) => context.draft.isOff)
  const isOffered = useSelector(
    thresholds,
    ({context: {levels, draft}}) => draft.isOff || (levels !== null && isInherited(levels, draft.key.trim())),
  )
  const unit = useSelector(thresholds, ({context: {levels, draft}}) => levels && storedUnit(levels, draft.key.trim()))
  const preview = useSelector(thresholds, s => s.children.preview)

  return (
    <form onSubmit={submitTo(thresholds, {type: 'save.requested'})} className={dialog.content} noValidate>
      <Failure of={thresholds} />
      {isNew && <KeyField thresholds={thresholds} />}
      {isOffered && (
        <Checkbox
          label={texts.form.off}
          checked={isOff}
          onChange={({currentTarget}) =>
            thresholds.send({type: 'draft.changed', change: {isOff: currentTarget.checked}})
          }
        />
      )}
      {!isOff && <Fields {...{thresholds, unit, isNew}} />}
      <Words thresholds={thresholds} unit={unit} />
      {preview !== undefined && <ThresholdPreview {...{thresholds, preview, unit}} />}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => thresholds.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? buttons.saving : buttons.save}
        </Button>
      </div>
    </form>
  )
}

/** The unit has the same name in every language. */
const SECONDS = 's'

interface FieldsProps {
  thresholds: ThresholdsRef
  unit: string | null
  isNew: boolean
}

/** What the threshold says. */
function Fields({thresholds, unit, isNew}: FieldsProps) {
  const isLatching = useSelector(thresholds, ({context}) => context.draft.isLatching)
  return (
    <>
      <div className={styles.fields}>
        {LIMIT_FIELDS.map((name, at) => (
          <NumberField key={name} {...{thresholds, name, unit}} isFirst={!isNew && at === 0} />
        ))}
      </div>
      <div className={styles.fields} data-part="times">
        <NumberField {...{thresholds, unit}} name="clear" hint={texts.form.clearHint} />
        {TIME_FIELDS.map(name => (
          <NumberField
            key={name}
            {...{thresholds, name}}
            unit={SECONDS}
            hint={name === 'silentAfter' ? texts.form.silentHint : undefined}
          />
        ))}
      </div>
      <Checkbox
        label={texts.form.latching}
        checked={isLatching}
        onChange={({currentTarget}) =>
          thresholds.send({type: 'draft.changed', change: {isLatching: currentTarget.checked}})
        }
      />
    </>
  )
}

const NO_KEYS: readonly string[] = []

function KeyField({thresholds}: {thresholds: ThresholdsRef}) {
  const value = useSelector(thresholds, ({context}) => context.draft.key)
  const problem = useSelector(thresholds, ({context}) => context.problems.key)
  const preview = useSelector(thresholds, s => s.children.preview)
  const keys = useSelector(preview, s => s?.context.keys ?? NO_KEYS)
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
      onChange={key => thresholds.send({type: 'draft.changed', change: {key}})}
    />
  )
}

interface NumberFieldProps {
  thresholds: ThresholdsRef
  name: (typeof LIMIT_FIELDS)[number] | 'clear' | (typeof TIME_FIELDS)[number]
  unit: string | null
  hint?: string | undefined
  isFirst?: boolean
}

function NumberField({thresholds, name, unit, hint, isFirst = false}: NumberFieldProps) {
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
      onChange={({currentTarget}) => thresholds.send({type: 'draft.changed', change: {[name]: currentTarget.value}})}
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
