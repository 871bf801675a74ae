import {useSelector} from '@xstate/react'
import type {OwnPassword} from '../../../domain/account/account'
import {useApplication} from '../../kit/application'
import {textOf} from '../../kit/form/fields'
import {Panel} from '../../kit/Panel'
import {NewPasswordFields} from '../NewPasswordFields'
import {SubmissionForm} from '../SubmissionForm'
import {texts as account} from '../texts'
import {CurrentPassword} from './CurrentPassword'
import type {SectionProps} from './logic'
import styles from './SecurityPage.module.css'
import {texts} from './texts'

export function PasswordSection({logic}: SectionProps) {
  const {session} = useApplication()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  return (
    <Panel title={texts.password.heading}>
      <div className={styles.form}>
        <SubmissionForm logic={logic.password} texts={texts.password} valuesOf={passwordOf}>
          {problems => (
            <>
              {/* Password managers store the new password with this name. */}
              <input type="text" autoComplete="username" value={email} readOnly hidden />
              <CurrentPassword problem={problems.currentPassword} />
              <NewPasswordFields texts={account.newPassword} problems={problems} />
            </>
          )}
        </SubmissionForm>
      </div>
    </Panel>
  )
}

const passwordOf = (fields: FormData): OwnPassword => ({
  currentPassword: textOf(fields, 'currentPassword'),
  password: textOf(fields, 'password'),
  confirmation: textOf(fields, 'confirmation'),
})
