import {TextInput} from '@mantine/core'
import type {Problem} from '../../domain/account/account'
import {texts} from './texts'

interface EmailFieldProps {
  problem: Problem | undefined
  typed?: string | undefined
  label?: string
  autoFocus?: boolean
}

/** The field is not of the type email, because browsers rewrite or refuse addresses with umlauts in such fields. */
export function EmailField({problem, typed, label = texts.email, autoFocus = true}: EmailFieldProps) {
  return (
    <TextInput
      name="email"
      inputMode="email"
      label={label}
      defaultValue={typed}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={problem && texts.problems[problem]}
      required
      withAsterisk={false}
      autoFocus={autoFocus}
    />
  )
}
