import {
  emailProblems,
  type FirstAdmin,
  type NewPassword,
  type PasswordResetRequest,
  passwordProblems,
  type Registration,
  registrationProblems,
} from '../../domain/account/account'
import {createSubmissionMachine} from '../submission'

export const registrationMachine = createSubmissionMachine<Registration>({
  failed: 'Failed to register. Please try again.',
  done: 'Successful registration, please verify your email to login.',
  problemsOf: registrationProblems,
})

export const passwordResetMachine = createSubmissionMachine<PasswordResetRequest>({
  failed: 'Failed to send password reset email. Please try again.',
  done: 'Check your email for password reset instructions.',
  problemsOf: emailProblems,
})

export const newPasswordMachine = createSubmissionMachine<NewPassword>({
  failed: 'Failed to reset password. Please try again.',
  done: 'Your password has been successfully reset.',
  problemsOf: passwordProblems,
})

export const firstAdminMachine = createSubmissionMachine<FirstAdmin>({
  failed: 'Failed to make the first admin. Please try again.',
  done: 'The first admin is made and can log in now.',
  problemsOf: registrationProblems,
})
