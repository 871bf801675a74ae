import {useSearchParams} from 'react-router-dom'
import type {NewPassword as Values} from '../../domain/account/account'
import type {SubmissionLogic} from '../../machines/submission'
import {textOf} from '../kit/form/fields'
import {AccountLinks} from './AccountLinks'
import {NewPasswordFields} from './NewPasswordFields'
import {AccountForm} from './SubmissionForm'
import {TokenMissing, tokenOf} from './TokenMissing'
import {texts} from './texts'

export function NewPassword({logic}: {logic: SubmissionLogic<Values>}) {
  const [search] = useSearchParams()
  const token = tokenOf(search)
  return (
    <>
      {token === '' ? (
        <TokenMissing heading={texts.newPassword.heading} hint={texts.newPassword.tokenMissingHint} />
      ) : (
        <AccountForm
          logic={logic}
          texts={texts.newPassword}
          valuesOf={fields => ({
            token,
            password: textOf(fields, 'password'),
            confirmation: textOf(fields, 'confirmation'),
          })}
        >
          {problems => <NewPasswordFields texts={texts.newPassword} problems={problems} autoFocus />}
        </AccountForm>
      )}
      <AccountLinks
        links={[
          ['/login', texts.logIn],
          ['/passwordReset', texts.newPassword.askAgain],
        ]}
      />
    </>
  )
}
