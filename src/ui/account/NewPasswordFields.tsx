import {useState} from 'react'
import type {Problem} from '../../domain/account/account'
import {passwordStrength, type Strength} from '../../domain/account/strength'
import styles from './NewPasswordFields.module.css'
import {PasswordField} from './PasswordField'
import {texts} from './texts'

export interface NewPasswordFieldsProps {
  texts: {password: string; confirmation: string; problems: Readonly<Record<Problem, string>>}
  problems: {password?: Problem; confirmation?: Problem}
  autoFocus?: boolean
}

/** There is no `maxLength`, because a browser cuts off pasted text, and the password would not be the one meant. */
export function NewPasswordFields({texts: own, problems, autoFocus}: NewPasswordFieldsProps) {
  const [strength, setStrength] = useState<Strength | null>(null)
  return (
    <>
      <PasswordField
        name="password"
        label={own.password}
        description={<Advice strength={strength} />}
        onChange={({currentTarget}) => setStrength(passwordStrength(currentTarget.value))}
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

/** Shows the requirements of a password, and its strength; the latter has a fixed place, so that nothing moves. */
function Advice({strength}: {strength: Strength | null}) {
  return (
    <span className={styles.advice}>
      <span>{texts.passwordHint}</span>
      <span aria-live="polite" className={styles.strength} data-strength={strength ?? undefined}>
        {strength !== null && texts.strength[strength]}
      </span>
    </span>
  )
}
