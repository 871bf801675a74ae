import type {Problem} from '../../../domain/account/account'
import {PasswordField} from '../PasswordField'
import {texts as account} from '../texts'
import {texts} from './texts'

interface Props {
  problem: Problem | undefined
  autoFocus?: boolean
}

/** Anyone who changes the own account proves by it to be its owner. */
export function CurrentPassword({problem, autoFocus}: Props) {
  return (
    <PasswordField
      name="currentPassword"
      label={texts.currentPassword}
      autoComplete="current-password"
      autoFocus={autoFocus}
      aria-invalid={problem !== undefined}
      error={problem && account.problems[problem]}
    />
  )
}
