import type {Problem} from '../../../domain/account/account'
import {PasswordField} from '../PasswordField'
import {texts as account} from '../texts'
import {texts} from './texts'

/** Whoever changes the own account proves by it to be its owner. */
export function CurrentPassword({problem}: {problem: Problem | undefined}) {
  return (
    <PasswordField
      name="currentPassword"
      label={texts.currentPassword}
      autoComplete="current-password"
      aria-invalid={problem !== undefined}
      error={problem && account.problems[problem]}
    />
  )
}
