import {
  emailProblems,
  type FirstAdmin,
  type NewPassword,
  type PasswordResetRequest,
  passwordProblems,
  type Registration,
  registrationProblems,
} from '../../domain/account/account'
import {textsOf} from '../../domain/language'
import {createSubmissionMachine} from '../submission'

export const accountTexts = textsOf('machines.account', {
  registration: {
    failed: 'Failed to register. Please try again.',
    done: 'Successful registration, please verify your email to login.',
  },
  passwordReset: {
    failed: 'Failed to send password reset email. Please try again.',
    done: 'Check your email for password reset instructions.',
    repeated: 'The mail was sent again.',
  },
  newPassword: {
    failed: 'Failed to reset password. Please try again.',
    done: 'Your password has been successfully reset.',
  },
  firstAdmin: {
    failed: 'Failed to make the first admin. Please try again.',
    done: 'The first admin is made and can log in now.',
  },
  acknowledgement: {
    failed: 'The alarm could not be acknowledged. Please try again.',
    done: 'The alarm is acknowledged.',
  },
})

export const registrationMachine = createSubmissionMachine<Registration>({
  texts: () => accountTexts.registration,
  problemsOf: registrationProblems,
})

export const passwordResetMachine = createSubmissionMachine<PasswordResetRequest>({
  texts: () => accountTexts.passwordReset,
  problemsOf: emailProblems,
})

export const newPasswordMachine = createSubmissionMachine<NewPassword>({
  texts: () => accountTexts.newPassword,
  problemsOf: passwordProblems,
})

export const firstAdminMachine = createSubmissionMachine<FirstAdmin>({
  texts: () => accountTexts.firstAdmin,
  problemsOf: registrationProblems,
})

export const acknowledgementMachine = createSubmissionMachine<{token: string}>({
  texts: () => accountTexts.acknowledgement,
  problemsOf: () => ({}),
})
