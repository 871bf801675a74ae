import {type OwnEmail, type OwnPassword, ownEmailProblems, ownPasswordProblems} from '../../domain/account/account'
import {textsOf} from '../../domain/language'
import {createSubmissionMachine} from '../submission'

export const securityTexts = textsOf('machines.security', {
  password: {
    failed: 'Failed to change your password. Please try again.',
    done: 'Your password is changed. You are signed out everywhere else.',
  },
  email: {
    failed: 'Failed to change your email. Please try again.',
    done: 'A mail with a link was sent to the new email. Until the link is opened, your present email holds.',
  },
})

export const ownPasswordMachine = createSubmissionMachine<OwnPassword>({
  texts: () => securityTexts.password,
  problemsOf: ownPasswordProblems,
})

export const ownEmailMachine = createSubmissionMachine<OwnEmail>({
  texts: () => securityTexts.email,
  problemsOf: ownEmailProblems,
})
