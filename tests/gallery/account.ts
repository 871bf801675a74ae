import type {
  FirstAdmin,
  NewPassword,
  OwnPassword,
  PasswordResetRequest,
  Registration,
} from '../../src/domain/account/account'
import {
  acknowledgementMachine,
  firstAdminMachine,
  newPasswordMachine,
  passwordResetMachine,
  registrationMachine,
} from '../../src/machines/account/account'
import {profileMachine} from '../../src/machines/account/profile'
import {reachMachine} from '../../src/machines/account/reach'
import {ownPasswordMachine} from '../../src/machines/account/security'
import {verificationMachine} from '../../src/machines/account/verification'
import {serverHealthMachine} from '../../src/machines/serverHealth'
import {separateWallsMachine} from '../../src/machines/wall/walls'
import {type Entry, shows, tell} from './entry'
import {AWAY, answers, BROKEN, DONE, NOBODY, PENDING, refusal} from './given'
import type {Parts} from './parts'
import {LONG, NOC_ADMIN, PROFILE, SYS_ADMIN} from './world'

const passwords = {password: 'a fine new password', confirmation: 'a fine new password'}
const registration: Registration = {email: 'petra@harbour.test', ...passwords}
const request: PasswordResetRequest = {email: registration.email}
const newPassword: NewPassword = {token: 'token', ...passwords}
const ownPassword: OwnPassword = {currentPassword: 'the one until now', ...passwords}
const firstAdmin: FirstAdmin = {...registration, token: 'token'}

const register = tell(registrationMachine, {type: 'form.submitted', values: registration})

const acknowledge = tell(acknowledgementMachine, {type: 'form.submitted', values: {token: 'token'}})

/** Nobody is signed in, as on the pages that mails lead to. */
const visited =
  (given: (parts: Parts) => Partial<Parts> = () => ({})) =>
  (parts: Parts) => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(NOBODY)}}),
    ...given(parts),
  })

/** The pages of visitors, the profile, and the page of security. */
export const account: readonly Entry[] = [
  {name: 'register', at: '/register', given: visited(), shows: shows(registrationMachine, 'filling')},
  {
    name: 'register-wrong',
    at: '/register',
    given: visited(),
    steps: tell(registrationMachine, {
      type: 'form.submitted',
      values: {email: 'petra@harbour', password: 'short', confirmation: 'shorter'},
    }),
    shows: shows(registrationMachine, 'filling'),
  },
  {
    name: 'register-submitting',
    at: '/register',
    given: visited(),
    steps: register,
    shows: shows(registrationMachine, 'submitting'),
  },
  {
    name: 'register-refused',
    at: '/register',
    given: visited(({registration}) => ({
      registration: registration.provide({
        actors: {submit: answers(refusal(409, 'This email is registered already.'))},
      }),
    })),
    steps: register,
    shows: shows(registrationMachine, 'filling'),
    until: 'registered already',
  },
  {
    name: 'register-away',
    at: '/register',
    given: visited(({registration}) => ({registration: registration.provide({actors: {submit: answers(AWAY)}})})),
    steps: register,
    shows: shows(registrationMachine, 'filling'),
    until: 'What you typed is kept.',
  },
  {
    name: 'register-done',
    at: '/register',
    given: visited(({registration}) => ({registration: registration.provide({actors: {submit: answers(DONE)}})})),
    steps: register,
    shows: shows(registrationMachine, 'done'),
  },
  {name: 'password-reset', at: '/passwordReset', given: visited(), shows: shows(passwordResetMachine, 'filling')},
  {
    name: 'password-reset-done',
    at: '/passwordReset',
    given: visited(({passwordReset}) => ({passwordReset: passwordReset.provide({actors: {submit: answers(DONE)}})})),
    steps: tell(passwordResetMachine, {type: 'form.submitted', values: request}),
    shows: shows(passwordResetMachine, 'done'),
  },
  {
    name: 'password-reset-repeating',
    at: '/passwordReset',
    given: visited(({passwordReset}) => ({
      passwordReset: passwordReset.provide({actors: {submit: answers(DONE, PENDING)}}),
    })),
    steps: [
      ...tell(passwordResetMachine, {type: 'form.submitted', values: request}),
      ...tell(passwordResetMachine, {type: 'repeat.requested'}),
    ],
    shows: shows(passwordResetMachine, 'repeating'),
  },
  {
    name: 'new-password',
    at: '/newPassword?token=token',
    given: visited(),
    shows: shows(newPasswordMachine, 'filling'),
  },
  {name: 'new-password-token-missing', at: '/newPassword', given: visited(), shows: []},
  {
    name: 'new-password-refused',
    at: '/newPassword?token=token',
    given: visited(({newPassword}) => ({
      newPassword: newPassword.provide({actors: {submit: answers(refusal(400, 'This link has expired.'))}}),
    })),
    steps: tell(newPasswordMachine, {type: 'form.submitted', values: newPassword}),
    shows: shows(newPasswordMachine, 'filling'),
    until: 'This link has expired.',
  },
  {
    name: 'first-admin',
    at: '/firstAdmin?token=token',
    given: visited(),
    shows: shows(firstAdminMachine, 'filling'),
  },
  {
    name: 'first-admin-done',
    at: '/firstAdmin?token=token',
    given: visited(({firstAdmin}) => ({firstAdmin: firstAdmin.provide({actors: {submit: answers(DONE)}})})),
    steps: tell(firstAdminMachine, {type: 'form.submitted', values: firstAdmin}),
    shows: shows(firstAdminMachine, 'done'),
  },
  {
    name: 'acknowledgement',
    at: '/acknowledgement?token=token',
    given: visited(),
    shows: shows(acknowledgementMachine, 'filling'),
  },
  {
    name: 'acknowledgement-done',
    at: '/acknowledgement?token=token',
    given: visited(({acknowledgement}) => ({
      acknowledgement: acknowledgement.provide({actors: {submit: answers(DONE)}}),
    })),
    steps: acknowledge,
    shows: shows(acknowledgementMachine, 'done'),
  },
  {
    name: 'acknowledgement-refused',
    at: '/acknowledgement?token=token',
    given: visited(({acknowledgement}) => ({
      acknowledgement: acknowledgement.provide({
        actors: {
          submit: answers(
            refusal(409, 'This alarm was acknowledged by petra@harbour.test at 2026-11-22 12:00:05 UTC.'),
          ),
        },
      }),
    })),
    steps: acknowledge,
    shows: shows(acknowledgementMachine, 'filling'),
    until: 'was acknowledged by',
  },
  {
    name: 'verification',
    at: '/verification?token=token',
    given: visited(),
    shows: shows(verificationMachine, 'verifying'),
  },
  {
    name: 'verification-token-missing',
    at: '/verification',
    given: visited(),
    shows: shows(verificationMachine, 'tokenMissing'),
  },
  {
    name: 'verification-unanswered',
    at: '/verification?token=token',
    given: visited(({verification}) => ({verification: verification.provide({actors: {verifyEmail: answers(AWAY)}})})),
    shows: shows(verificationMachine, 'unanswered.waiting'),
  },
  {
    name: 'verification-retrying',
    at: '/verification?token=token',
    given: visited(({verification}) => ({
      verification: verification.provide({actors: {verifyEmail: answers(AWAY, PENDING)}}),
    })),
    steps: tell(verificationMachine, {type: 'retry.requested'}),
    shows: shows(verificationMachine, 'unanswered.retrying'),
  },
  {
    name: 'verification-refused',
    at: '/verification?token=token',
    given: visited(({verification}) => ({
      verification: verification.provide({actors: {verifyEmail: answers(refusal(400, 'This link has expired.'))}}),
    })),
    shows: shows(verificationMachine, 'refused'),
  },
  {
    name: 'verified',
    at: '/verification?token=token',
    given: visited(({verification}) => ({verification: verification.provide({actors: {verifyEmail: answers(DONE)}})})),
    shows: shows(verificationMachine, 'verified.counting'),
  },
  {
    name: 'verified-left',
    at: '/verification?token=token',
    given: visited(({verification}) => ({
      verification: verification.provide({actors: {verifyEmail: answers(DONE)}, delays: {second: 0}}),
    })),
    shows: [...shows(verificationMachine, 'verified.left'), ...shows(serverHealthMachine, 'well.resting')],
  },
  {name: 'security', at: '/security', shows: shows(ownPasswordMachine, 'filling')},
  {
    name: 'security-second-factor-needed',
    at: '/profile',
    given: ({session}) => ({
      session: session.provide({actors: {loadCurrentUser: answers({...SYS_ADMIN, needsSecondFactor: true})}}),
    }),
    shows: [],
    until: 'Your account needs a second factor.',
  },
  {
    name: 'security-not-offered',
    at: '/security',
    given: ({link}) => ({link: link.provide({actors: {probeOffer: answers('specified' as const)}})}),
    shows: [],
    until: 'There is no page at this address.',
  },
  {
    name: 'security-password-wrong',
    at: '/security',
    given: ({ownPassword: machine}) => ({
      ownPassword: machine.provide({actors: {submit: answers(refusal(403, 'This is not your present password.'))}}),
    }),
    steps: tell(ownPasswordMachine, {type: 'form.submitted', values: ownPassword}),
    shows: shows(ownPasswordMachine, 'filling'),
    until: 'This is not your present password.',
  },
  {
    name: 'security-password-changing',
    at: '/security',
    steps: tell(ownPasswordMachine, {type: 'form.submitted', values: ownPassword}),
    shows: shows(ownPasswordMachine, 'submitting'),
  },
  {
    name: 'security-password-changed',
    at: '/security',
    given: ({ownPassword: machine}) => ({ownPassword: machine.provide({actors: {submit: answers(DONE)}})}),
    steps: tell(ownPasswordMachine, {type: 'form.submitted', values: ownPassword}),
    shows: shows(ownPasswordMachine, 'done'),
  },
  {
    name: 'profile-loading',
    at: '/profile',
    given: ({profile}) => ({profile: profile.provide({actors: {loadProfile: answers()}})}),
    shows: shows(profileMachine, 'loading'),
  },
  {
    name: 'profile-unloaded',
    at: '/profile',
    given: ({profile}) => ({profile: profile.provide({actors: {loadProfile: answers(BROKEN)}})}),
    shows: shows(profileMachine, 'unloaded.waiting'),
  },
  {
    name: 'profile-retrying',
    at: '/profile',
    given: ({profile}) => ({profile: profile.provide({actors: {loadProfile: answers(BROKEN, PENDING)}})}),
    steps: tell(profileMachine, {type: 'retry.requested'}),
    shows: shows(profileMachine, 'unloaded.retrying'),
  },
  {
    name: 'profile-creating',
    at: '/profile',
    given: ({profile}) => ({profile: profile.provide({actors: {loadProfile: answers(null)}})}),
    shows: shows(profileMachine, 'creating'),
  },
  {name: 'profile', at: '/profile', shows: [...shows(profileMachine, 'editing'), ...shows(reachMachine, 'filling')]},
  {
    name: 'reach-reading',
    at: '/profile',
    given: ({reach}) => ({reach: reach.provide({actors: {load: answers()}})}),
    shows: shows(reachMachine, 'reading'),
  },
  {
    name: 'reach-unread',
    at: '/profile',
    given: ({reach}) => ({reach: reach.provide({actors: {load: answers(BROKEN)}})}),
    shows: shows(reachMachine, 'unread'),
  },
  {
    name: 'reach-saving',
    at: '/profile',
    given: ({reach}) => ({reach: reach.provide({actors: {save: answers()}})}),
    steps: [...shows(reachMachine, 'filling'), ...tell(reachMachine, {type: 'save.requested'})],
    shows: shows(reachMachine, 'saving'),
  },
  {
    name: 'reach-refused',
    at: '/profile',
    given: ({reach}) => ({
      reach: reach.provide({actors: {save: answers(refusal(400, 'url: a private address is not called'))}}),
    }),
    steps: [...shows(reachMachine, 'filling'), ...tell(reachMachine, {type: 'save.requested'})],
    shows: shows(reachMachine, 'filling'),
    until: 'a private address is not called',
  },
  {
    name: 'profile-first-wall',
    at: '/profile',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}})}),
    shows: [...shows(profileMachine, 'editing'), ...shows(separateWallsMachine, 'list.stored')],
    until: 'First wall',
  },
  {
    name: 'profile-just-saved',
    at: '/profile',
    given: () => ({profileInput: (userId: string) => ({userId, draft: null, isJustSaved: true})}),
    shows: shows(profileMachine, 'editing'),
  },
  {
    name: 'profile-wrong',
    at: '/profile',
    steps: tell(profileMachine, {type: 'draft.changed', change: {name: LONG, city: LONG}}, {type: 'save.requested'}),
    shows: shows(profileMachine, 'editing'),
  },
  {
    name: 'profile-saving',
    at: '/profile',
    steps: tell(profileMachine, {type: 'draft.changed', change: {city: 'Bremen'}}, {type: 'save.requested'}),
    shows: shows(profileMachine, 'saving'),
  },
  {
    name: 'profile-changed-elsewhere',
    at: '/profile',
    given: ({profile}) => ({
      profile: profile.provide({
        actors: {
          loadProfile: answers(PROFILE, PENDING),
          saveProfile: answers(refusal(409, 'There is a profile already.')),
        },
      }),
    }),
    steps: tell(profileMachine, {type: 'draft.changed', change: {city: 'Bremen'}}, {type: 'save.requested'}),
    shows: shows(profileMachine, 'rereading'),
  },
  {
    name: 'profile-unsaved',
    at: '/profile',
    given: ({profile}) => ({profile: profile.provide({actors: {saveProfile: answers(AWAY)}})}),
    steps: tell(profileMachine, {type: 'draft.changed', change: {city: 'Bremen'}}, {type: 'save.requested'}),
    shows: shows(profileMachine, 'editing'),
    until: 'Failed to save profile.',
  },
  {
    name: 'profile-saved',
    at: '/profile',
    given: ({profile}) => ({profile: profile.provide({actors: {saveProfile: answers(DONE)}})}),
    steps: tell(profileMachine, {type: 'draft.changed', change: {city: 'Bremen'}}, {type: 'save.requested'}),
    shows: shows(profileMachine, 'saved'),
  },
]
