import type {Registration} from '../../domain/account/account'
import type {SubmissionLogic} from '../../machines/submission'
import {textOf} from '../kit/form/fields'
import {AccountLinks} from './AccountLinks'
import {EmailField} from './EmailField'
import {NewPasswordFields} from './NewPasswordFields'
import {AccountForm} from './SubmissionForm'
import {texts} from './texts'

export function Register({logic}: {logic: SubmissionLogic<Registration>}) {
  return (
    <>
      <AccountForm logic={logic} texts={texts.register} valuesOf={registrationOf}>
        {problems => (
          <>
            <EmailField problem={problems.email} />
            <NewPasswordFields texts={texts} problems={problems} />
          </>
        )}
      </AccountForm>
      <AccountLinks
        links={[
          ['/login', texts.logIn],
          ['/passwordReset', texts.forgotten],
        ]}
      />
    </>
  )
}

const registrationOf = (fields: FormData): Registration => ({
  email: textOf(fields, 'email'),
  password: textOf(fields, 'password'),
  confirmation: textOf(fields, 'confirmation'),
})
