import {newPassword} from '../wire/userChange'

export type PasswordFault = 'tooShort' | 'tooLong'

/** What keeps a password from being set, as the server judges it; null: nothing. */
export function passwordFault(password: string): PasswordFault | null {
  const [issue] = newPassword.safeParse(password).error?.issues ?? []
  if (issue === undefined) return null
  return issue.code === 'too_big' ? 'tooLong' : 'tooShort'
}
