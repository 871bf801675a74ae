import {Text} from '@mantine/core'
import type {PasswordResetRequest} from '../../domain/account/account'
import type {SubmissionLogic} from '../../machines/submission'
import {textOf} from '../kit/form/fields'
import {AccountLinks} from './AccountLinks'
import {EmailField} from './EmailField'
import {AccountForm} from './SubmissionForm'
import {texts} from './texts'

export function PasswordReset({logic}: {logic: SubmissionLogic<PasswordResetRequest>}) {
  return (
    <>
      <AccountForm logic={logic} texts={texts.passwordReset} valuesOf={requestOf}>
        {(problems, sent) => (
          <>
            <Text size="sm">{texts.passwordReset.lead}</Text>
            <EmailField problem={problems.email} typed={sent?.email} />
          </>
        )}
      </AccountForm>
      <AccountLinks
        links={[
          ['/login', texts.logIn],
          ['/register', texts.createAccount],
        ]}
      />
    </>
  )
}

const requestOf = (fields: FormData): PasswordResetRequest => ({email: textOf(fields, 'email')})
