import {Text} from '@mantine/core'
import type {OwnEmail} from '../../../domain/account/account'
import {textOf} from '../../kit/form/fields'
import {Panel} from '../../kit/Panel'
import {EmailField} from '../EmailField'
import {SubmissionForm} from '../SubmissionForm'
import {CurrentPassword} from './CurrentPassword'
import type {SectionProps} from './logic'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

export function EmailSection({logic}: SectionProps) {
  return (
    <Panel title={texts.email.heading}>
      <div className={styles.form}>
        <SubmissionForm logic={logic.email} texts={texts.email} valuesOf={emailOf}>
          {problems => (
            <>
              <Text size="sm">{texts.email.lead}</Text>
              <EmailField label={texts.email.field} problem={problems.email} autoFocus={false} />
              <CurrentPassword problem={problems.currentPassword} />
            </>
          )}
        </SubmissionForm>
      </div>
    </Panel>
  )
}

const emailOf = (fields: FormData): OwnEmail => ({
  currentPassword: textOf(fields, 'currentPassword'),
  email: textOf(fields, 'email'),
})
