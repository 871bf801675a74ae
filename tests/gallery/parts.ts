import {
  firstAdminMachine,
  newPasswordMachine,
  passwordResetMachine,
  registrationMachine,
} from '../../src/machines/account/account'
import {type ProfileInput, profileMachine} from '../../src/machines/account/profile'
import {verificationMachine} from '../../src/machines/account/verification'
import {linkMachine} from '../../src/machines/session/link'
import {preferencesMachine} from '../../src/machines/session/preferences'
import {sessionMachine} from '../../src/machines/session/session'
import {answers, calls, DONE, hold, says} from './given'
import {ALL, NOW, PLANT_ADMIN, PROFILE} from './world'

/** The machines of the product in a world where everything works and every answer has come. */
export function createParts() {
  const machines = {
    link: linkMachine.provide({
      actors: {
        networkChanges: says(),
        clock: says({type: 'clock.ticked', at: NOW}),
        probeCapabilities: answers(ALL),
        findServer: answers(),
        liveConnection: says({type: 'socket.opened'}),
        renewAccess: answers(),
        serverMisses: says(),
        backOff: says(),
      },
    }),
    session: sessionMachine.provide({
      actors: {
        loadCurrentUser: answers(PLANT_ADMIN),
        signIn: answers(PLANT_ADMIN),
        signOut: answers(),
        refreshAccessToken: answers(),
        sessionEnds: says(),
      },
    }),
    preferences: preferencesMachine.provide({
      actors: {loadPreferences: answers({density: 'comfortable'}), savePreferences: answers(DONE)},
      actions: {keep: () => {}, reload: () => {}},
    }),
    registration: registrationMachine.provide({actors: {submit: answers()}}),
    passwordReset: passwordResetMachine.provide({actors: {submit: answers()}}),
    newPassword: newPasswordMachine.provide({actors: {submit: answers()}}),
    firstAdmin: firstAdminMachine.provide({actors: {submit: answers()}}),
    verification: verificationMachine.provide({actors: {verifyEmail: answers(), seconds: says()}}),
    profile: profileMachine.provide({
      actors: {loadProfile: answers(PROFILE), saveProfile: answers()},
      actions: {keepDraft: () => {}, reload: () => {}},
    }),
  }
  for (const machine of Object.values(machines)) hold(machine)
  return {
    ...machines,
    /** The configuration, which the page starts with. */
    loadConfig: calls<void>(DONE),
    /** The code of a screen. */
    loadCode: calls<void>(DONE),
    profileInput: (userId: string): ProfileInput => ({userId, draft: null, isJustSaved: false}),
  }
}

export type Parts = ReturnType<typeof createParts>
