import {newPassword} from '../wire/people/userChange'

export type PasswordFault = 'tooShort' | 'tooLong'

/** The reason why the server would refuse a new password; null when it would accept it. */
export function passwordFault(password: string): PasswordFault | null {
  const [issue] = newPassword.safeParse(password).error?.issues ?? []
  if (issue === undefined) return null
  return issue.code === 'too_big' ? 'tooLong' : 'tooShort'
}
