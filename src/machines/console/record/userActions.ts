import {textsOf} from '../../../domain/language'
import {createSubmissionMachine, type SubmissionTexts} from '../../submission'

export const invitationTexts = textsOf('machines.invitation', {
  failed: 'The invitation could not be sent.',
  done: 'The invitation is sent.',
  repeated: 'The invitation was sent again.',
})

export const signOutEverywhereTexts = textsOf('machines.signOutEverywhere', {
  failed: 'The user could not be signed out.',
  done: 'The user is signed out everywhere.',
  repeated: 'The user is signed out everywhere again.',
})

/** Performs an action on a user, as often as it is requested. */
const actionOn = (texts: SubmissionTexts) =>
  createSubmissionMachine<{id: string}>({texts: () => texts, problemsOf: () => ({})})

/** Sends the mail to a user who was invited once more. */
export const invitationMachine = actionOn(invitationTexts)

/** Ends all sessions of a user. */
export const signOutEverywhereMachine = actionOn(signOutEverywhereTexts)
