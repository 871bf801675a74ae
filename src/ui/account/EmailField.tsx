import {TextInput} from '@mantine/core'
import type {Problem} from '../../domain/account'
import {texts} from './texts'

export function EmailField({problem}: {problem: Problem | undefined}) {
  return (
    <TextInput
      name="email"
      type="email"
      label={texts.email}
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
