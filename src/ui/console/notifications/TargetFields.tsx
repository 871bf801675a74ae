import {Textarea, TextInput} from '@mantine/core'
import type {RouteProblems} from '../../../domain/console/alarmRoutes/draft'
import {TARGET_FORMS, type TargetDraft} from '../../../domain/console/alarmRoutes/targets'
import {DESCRIBED_BELOW} from '../../kit/form/fields'
import styles from './Notifications.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.form

interface Props {
  target: TargetDraft
  /** Stands behind the names of the fields; empty for the first recipients. */
  suffix: '' | `-${number}`
  problems: RouteProblems
  isBusy: boolean
  onChanged: (change: Partial<TargetDraft>) => void
}

/** Whom a step notifies: the fields of each channel. */
export function TargetFields(props: Props) {
  return Object.entries(TARGET_FORMS).map(([kind, {fields}]) => {
    const inputs = fields.map(name => <TargetField key={name} {...props} name={name} />)
    return inputs.length === 1 ? (
      inputs
    ) : (
      <div key={kind} className={styles.fields}>
        {inputs}
      </div>
    )
  })
}

function TargetField({name, target, suffix, problems, isBusy, onChanged}: Props & {name: keyof TargetDraft}) {
  const shared = {
    name: `${name}${suffix}` as const,
    label: texts[name],
    value: target[name],
    readOnly: isBusy,
    error: problems[`${name}${suffix}`],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({currentTarget}: {currentTarget: {value: string}}) => onChanged({[name]: currentTarget.value}),
  }
  switch (name) {
    case 'emails':
      return (
        <Textarea
          {...shared}
          inputWrapperOrder={DESCRIBED_BELOW}
          description={texts.emailsHint}
          rows={2}
          autosize={false}
        />
      )
    case 'secret':
      return <TextInput {...shared} inputWrapperOrder={DESCRIBED_BELOW} description={texts.secretHint} />
    case 'url':
      return <TextInput {...shared} inputMode="url" />
    default:
      return <TextInput {...shared} />
  }
}
