import type {ActorRefFrom} from 'xstate'
import {textsOf} from '../../domain/language'
import {createSubmissionMachine} from '../submission'

export interface Pairing {
  deviceId: string
  code: string
}

export const pairingTexts = textsOf('machines.pairing', {
  failed: 'Failed to pair the screen',
  done: 'The screen is paired. It starts to play within a few seconds.',
})

/** Gives a device to the screen that shows the code. */
export const pairingMachine = createSubmissionMachine<Pairing>({
  texts: () => ({failed: pairingTexts.failed, done: pairingTexts.done}),
  // The code is checked by the server alone, which knows it.
  problemsOf: () => ({}),
})

export type PairingRef = ActorRefFrom<typeof pairingMachine>
