import {PASSWORD_LENGTH, PASSWORD_LENGTH_MIN} from '../../../contract/limits'
import type {Problem} from '../../domain/account/account'
import {textsOf} from '../../domain/language'

const problems = {
  emailMissing: 'Enter your email.',
  emailMisspelt: 'This is not an email address.',
  passwordMissing: 'Enter a password.',
  passwordTooShort: `Use at least ${PASSWORD_LENGTH_MIN} characters.`,
  passwordTooLong: `Use at most ${PASSWORD_LENGTH} characters.`,
  passwordsDiffer: 'Passwords do not match',
} satisfies Record<Problem, string>

/** All texts of the screens for visitors who are not signed in. Their words are those of the specification. */
export const texts = textsOf('account', {
  email: 'Email',
  problems,
  password: 'Password',
  passwordHint: `At least ${PASSWORD_LENGTH_MIN} characters.`,
  strength: {weak: 'Weak', fair: 'Fair', strong: 'Strong'},
  confirmation: 'Confirm password',
  logIn: 'Log in',
  createAccount: 'Create an account',
  forgotten: 'Forgot your password?',
  tokenMissing: 'Token is missing.',
  register: {
    heading: 'Create an account',
    submit: 'Register',
    submitting: 'Registering…',
  },
  passwordReset: {
    heading: 'Reset your password',
    lead: 'A mail with a link to choose a new password is sent to you.',
    submit: 'Send the mail',
    submitting: 'Sending…',
    repeat: 'Send again',
    missing: 'No mail? Check your spam folder, or send it again.',
  },
  newPassword: {
    heading: 'Choose a new password',
    password: 'New password',
    confirmation: 'Confirm new password',
    submit: 'Set password',
    submitting: 'Setting…',
    problems: {...problems, passwordsDiffer: 'Passwords do not match.'},
    tokenMissingHint: 'Open the whole link of the mail, or ask for another.',
    askAgain: 'Ask for another link',
  },
  verification: {
    heading: 'Verify your email',
    verifying: 'Verifying…',
    secondsLeft: (seconds: number) => `In ${seconds} s`,
    hints: {
      tokenMissing: 'Open the whole link of the mail.',
      refused: 'If you have opened this link before, your account is verified already.',
      unanswered: 'The server could not do it now. The link may still be good.',
    },
  },
  acknowledgement: {
    heading: 'Acknowledge the alarm',
    lead: 'You acknowledge the alarm of the mail that this link came with, in the name of the user it was sent to.',
    submit: 'Acknowledge',
    submitting: 'Acknowledging…',
    tokenMissingHint: 'Open the whole link of the mail.',
    openAlarms: 'Open the alarms',
  },
  firstAdmin: {
    heading: 'Make the first admin',
    submit: 'Make the admin',
    submitting: 'Making…',
    tokenMissingHint: 'Open the whole link that the server printed when it started.',
  },
  server: {
    asking: 'Asking the server…',
    well: 'The server is ready.',
    away: 'The server can’t be reached. It is asked again every few seconds.',
  },
})
