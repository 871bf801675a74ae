import type {Problem} from '../../domain/account/account'
import {PasswordField} from './PasswordField'
import {texts} from './texts'

export interface NewPasswordFieldsProps {
  texts: {password: string; confirmation: string; problems: Readonly<Record<Problem, string>>}
  problems: {password?: Problem; confirmation?: Problem}
  autoFocus?: boolean
}

/** There is no `maxLength`, because a browser cuts off what is pasted, and the password would not be the one meant. */
export function NewPasswordFields({texts: own, problems, autoFocus}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        name="password"
        label={own.password}
        description={texts.passwordHint}
        autoComplete="new-password"
        aria-invalid={problems.password !== undefined}
        error={problems.password && own.problems[problems.password]}
        autoFocus={autoFocus}
      />
      <PasswordField
        name="confirmation"
        label={own.confirmation}
        autoComplete="new-password"
        aria-invalid={problems.confirmation !== undefined}
        error={problems.confirmation && own.problems[problems.confirmation]}
      />
    </>
  )
}
