import {textsOf} from '../../../domain/language'
import {createSubmissionMachine} from '../../submission'

export const invitationTexts = textsOf('machines.invitation', {
  failed: 'The invitation could not be sent.',
  done: 'The invitation is sent.',
  repeated: 'The invitation was sent again.',
})

/** Sends the mail to a user who was invited once more, as often as it is asked for. */
export const invitationMachine = createSubmissionMachine<{id: string}>({
  texts: () => invitationTexts,
  problemsOf: () => ({}),
})
