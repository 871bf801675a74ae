import {TextInput} from '@mantine/core'
import type {Problem} from '../../domain/account/account'
import {texts} from './texts'

/** The field is not of the type email, because browsers rewrite or refuse addresses with umlauts in such fields. */
export function EmailField({problem, typed}: {problem: Problem | undefined; typed?: string | undefined}) {
  return (
    <TextInput
      name="email"
      inputMode="email"
      label={texts.email}
      defaultValue={typed}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={problem && texts.problems[problem]}
      required
      withAsterisk={false}
      autoFocus
    />
  )
}
