import {textsOf} from '../../../domain/language'
import {createSubmissionMachine} from '../../submission'

export const signOutEverywhereTexts = textsOf('machines.signOutEverywhere', {
  failed: 'The user could not be signed out.',
  done: 'The user is signed out everywhere.',
  repeated: 'The user is signed out everywhere again.',
})

/** Ends all sessions of a user, as often as it is asked for. */
export const signOutEverywhereMachine = createSubmissionMachine<{id: string}>({
  texts: () => signOutEverywhereTexts,
  problemsOf: () => ({}),
})
