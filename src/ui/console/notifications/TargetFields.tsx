import {Textarea, TextInput} from '@mantine/core'
import type {RouteProblems, TargetDraft} from '../../../domain/console/alarmRoutes/draft'
import {DESCRIBED_BELOW} from '../../kit/fields'
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

/** Whom a step tells: mailboxes and a webhook. */
export function TargetFields({target, suffix, problems, isBusy, onChanged}: Props) {
  const shared = (name: keyof TargetDraft) => ({
    ...{name: `${name}${suffix}` as const, label: texts[name], value: target[name], readOnly: isBusy},
    ...{error: problems[`${name}${suffix}`], autoComplete: 'off', spellCheck: false},
  })
  return (
    <>
      <Textarea
        {...shared('emails')}
        inputWrapperOrder={DESCRIBED_BELOW}
        description={texts.emailsHint}
        rows={2}
        autosize={false}
        onChange={({currentTarget}) => onChanged({emails: currentTarget.value})}
      />
      <div className={styles.fields}>
        <TextInput
          {...shared('url')}
          inputMode="url"
          onChange={({currentTarget}) => onChanged({url: currentTarget.value})}
        />
        <TextInput
          {...shared('secret')}
          inputWrapperOrder={DESCRIBED_BELOW}
          description={texts.secretHint}
          onChange={({currentTarget}) => onChanged({secret: currentTarget.value})}
        />
      </div>
    </>
  )
}
