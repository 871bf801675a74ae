import {type OwnPassword, ownPasswordProblems} from '../../domain/account/account'
import {textsOf} from '../../domain/language'
import {createSubmissionMachine} from '../submission'

export const securityTexts = textsOf('machines.security', {
  password: {
    failed: 'Failed to change your password. Please try again.',
    done: 'Your password is changed. You are signed out everywhere else.',
  },
})

export const ownPasswordMachine = createSubmissionMachine<OwnPassword>({
  texts: () => securityTexts.password,
  problemsOf: ownPasswordProblems,
})
