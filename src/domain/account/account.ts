import {passwordFault} from '../../../contract/rules/password'
import {email as emailShape} from '../../../contract/wire/text'

export interface Registration {
  email: string
  password: string
  confirmation: string
}

export interface PasswordResetRequest {
  email: string
}

export interface NewPassword {
  token: string
  password: string
  confirmation: string
}

export interface FirstAdmin extends Registration {
  token: string
}

/** A new password of one's own, with the one that is in force. */
export interface OwnPassword {
  currentPassword: string
  password: string
  confirmation: string
}

/** A new email of one's own, with the password that is in force. */
export interface OwnEmail {
  currentPassword: string
  email: string
}

/** A fault of a field. `passwordsDiffer` belongs to the field that repeats the password. */
export type Problem =
  | 'emailMissing'
  | 'emailMisspelt'
  | 'passwordMissing'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordsDiffer'

/** Only the wrong fields of a form, in the order of the form. */
export type Problems<Values> = {readonly [Field in keyof Values]?: Problem}

export const registrationProblems = ({email, password, confirmation}: Registration): Problems<Registration> => ({
  ...emailProblems({email}),
  ...passwordProblems({password, confirmation}),
})

export const ownPasswordProblems = ({currentPassword, ...passwords}: OwnPassword): Problems<OwnPassword> => ({
  ...(currentPassword === '' ? {currentPassword: 'passwordMissing'} : {}),
  ...passwordProblems(passwords),
})

export const ownEmailProblems = ({currentPassword, email}: OwnEmail): Problems<OwnEmail> => ({
  ...emailProblems({email}),
  ...(currentPassword === '' ? {currentPassword: 'passwordMissing'} : {}),
})

export function emailProblems({email}: {email: string}): Problems<{email: string}> {
  if (email.trim() === '') return {email: 'emailMissing'}
  return emailShape.safeParse(email).success ? {} : {email: 'emailMisspelt'}
}

/** Passwords are never trimmed. */
export function passwordProblems({password, confirmation}: Passwords): Problems<Passwords> {
  const problem = passwordProblem(password)
  return {
    ...(problem === null ? {} : {password: problem}),
    ...(password === confirmation ? {} : {confirmation: 'passwordsDiffer'}),
  }
}

interface Passwords {
  password: string
  confirmation: string
}

function passwordProblem(password: string): Problem | null {
  if (password === '') return 'passwordMissing'
  switch (passwordFault(password)) {
    case 'tooShort':
      return 'passwordTooShort'
    case 'tooLong':
      return 'passwordTooLong'
    default:
      return null
  }
}
