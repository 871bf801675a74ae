import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {
  acknowledgeByLink,
  makeFirstAdmin,
  register,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '../../api/account/account'
import {loadHealth} from '../../api/account/health'
import type {Http} from '../../api/http'
import {mayPass} from '../../domain/failure'
import {
  acknowledgementMachine,
  firstAdminMachine,
  newPasswordMachine,
  passwordResetMachine,
  registrationMachine,
} from '../../machines/account/account'
import {type VerificationLogic, verificationMachine} from '../../machines/account/verification'
import {connected} from '../../machines/ports'
import {serverHealthMachine} from '../../machines/serverHealth'
import {Acknowledgement} from '../../ui/account/Acknowledgement'
import {FirstAdmin} from '../../ui/account/FirstAdmin'
import {NewPassword} from '../../ui/account/NewPassword'
import {PasswordReset} from '../../ui/account/PasswordReset'
import {Register} from '../../ui/account/Register'
import {ServerHealth} from '../../ui/account/ServerHealth'
import {Verification} from '../../ui/account/Verification'
import type {Connections} from '../connections'
import {submit} from '../submit'

export type AccountScreens = Readonly<
  Record<
    'register' | 'passwordReset' | 'newPassword' | 'verification' | 'firstAdmin' | 'acknowledgement' | 'serverHealth',
    ComponentType
  >
>

/** Joins the screens of visitors who are not signed in to their machines. */
export function createAccountScreens({http}: Pick<Connections, 'http'>): AccountScreens {
  const registration = connected(registrationMachine)({actors: {submit: submit(http, register)}})
  const passwordReset = connected(passwordResetMachine)({actors: {submit: submit(http, requestPasswordReset)}})
  const newPassword = connected(newPasswordMachine)({actors: {submit: submit(http, resetPassword)}})
  const firstAdmin = connected(firstAdminMachine)({actors: {submit: submit(http, makeFirstAdmin)}})
  const acknowledgement = connected(acknowledgementMachine)({actors: {submit: submit(http, acknowledgeByLink)}})
  const verification = createVerificationLogic(http)
  const serverHealth = connected(serverHealthMachine)({
    actors: {loadHealth: fromPromise(({signal}) => loadHealth(http, {signal}))},
  })
  return {
    register: () => createElement(Register, {logic: registration}),
    passwordReset: () => createElement(PasswordReset, {logic: passwordReset}),
    newPassword: () => createElement(NewPassword, {logic: newPassword}),
    verification: () => createElement(Verification, {logic: verification}),
    firstAdmin: () => createElement(FirstAdmin, {logic: firstAdmin}),
    acknowledgement: () => createElement(Acknowledgement, {logic: acknowledgement}),
    serverHealth: () => createElement(ServerHealth, {logic: serverHealth}),
  }
}

function createVerificationLogic(http: Http): VerificationLogic {
  const verify = askedOnce(token => verifyEmail(http, token))
  return connected(verificationMachine)({actors: {verifyEmail: fromPromise(({input}) => verify(input.token))}})
}

/**
 * A link works only once, so it is asked about once: the same token gets the first answer again, for instance after
 * Back. A failure that may pass is not cached, so the next call asks again.
 */
export function askedOnce<T>(ask: (token: string) => Promise<T>): (token: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return token => {
    const known = answers.get(token)
    if (known !== undefined) return known
    const answer = ask(token)
    answers.set(token, answer)
    answer.catch(error => {
      if (mayPass(error)) answers.delete(token)
    })
    return answer
  }
}
