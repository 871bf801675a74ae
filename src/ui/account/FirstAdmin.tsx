import {useSearchParams} from 'react-router-dom'
import type {FirstAdmin as Values} from '../../domain/account/account'
import type {SubmissionLogic} from '../../machines/submission'
import {textOf} from '../kit/form/fields'
import {AccountLinks} from './AccountLinks'
import {EmailField} from './EmailField'
import {NewPasswordFields} from './NewPasswordFields'
import {AccountForm} from './SubmissionForm'
import {TokenMissing, tokenOf} from './TokenMissing'
import {texts} from './texts'

export function FirstAdmin({logic}: {logic: SubmissionLogic<Values>}) {
  const [search] = useSearchParams()
  const token = tokenOf(search)
  return (
    <>
      {token === '' ? (
        <TokenMissing heading={texts.firstAdmin.heading} hint={texts.firstAdmin.tokenMissingHint} />
      ) : (
        <AccountForm
          logic={logic}
          texts={texts.firstAdmin}
          valuesOf={fields => ({
            token,
            email: textOf(fields, 'email'),
            password: textOf(fields, 'password'),
            confirmation: textOf(fields, 'confirmation'),
          })}
        >
          {problems => (
            <>
              <EmailField problem={problems.email} />
              <NewPasswordFields texts={texts} problems={problems} />
            </>
          )}
        </AccountForm>
      )}
      <AccountLinks links={[['/login', texts.logIn]]} />
    </>
  )
}
