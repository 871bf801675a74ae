import {type ComponentType, createElement} from 'react'
import {fromEventObservable, fromPromise} from 'xstate'
import {makeFirstAdmin, register, requestPasswordReset, resetPassword, verifyEmail} from '../../api/account/account'
import type {CallOptions, Http} from '../../api/http'
import {
  firstAdminMachine,
  newPasswordMachine,
  passwordResetMachine,
  registrationMachine,
} from '../../machines/account/account'
import {type VerificationLogic, verificationMachine} from '../../machines/account/verification'
import {connected} from '../../machines/ports'
import {seconds} from '../../streams/account/seconds'
import {FirstAdmin} from '../../ui/account/FirstAdmin'
import {NewPassword} from '../../ui/account/NewPassword'
import {PasswordReset} from '../../ui/account/PasswordReset'
import {Register} from '../../ui/account/Register'
import {Verification} from '../../ui/account/Verification'
import type {Connections} from '../connections'
import {askedOnce} from './askedOnce'

export type AccountScreens = Readonly<
  Record<'register' | 'passwordReset' | 'newPassword' | 'verification' | 'firstAdmin', ComponentType>
>

/** Joins the screens of visitors who are not signed in to their machines. */
export function createAccountScreens({http}: Pick<Connections, 'http'>): AccountScreens {
  const registration = connected(registrationMachine)({actors: {submit: submitted(http, register)}})
  const passwordReset = connected(passwordResetMachine)({actors: {submit: submitted(http, requestPasswordReset)}})
  const newPassword = connected(newPasswordMachine)({actors: {submit: submitted(http, resetPassword)}})
  const firstAdmin = connected(firstAdminMachine)({actors: {submit: submitted(http, makeFirstAdmin)}})
  const verification = createVerificationLogic(http)
  return {
    register: () => createElement(Register, {logic: registration}),
    passwordReset: () => createElement(PasswordReset, {logic: passwordReset}),
    newPassword: () => createElement(NewPassword, {logic: newPassword}),
    verification: () => createElement(Verification, {logic: verification}),
    firstAdmin: () => createElement(FirstAdmin, {logic: firstAdmin}),
  }
}

type Call<Values> = (http: Http, values: Values, options: Pick<CallOptions, 'signal'>) => Promise<void>

const submitted = <Values>(http: Http, call: Call<Values>) =>
  fromPromise<void, {values: Values}>(({input, signal}) => call(http, input.values, {signal}))

function createVerificationLogic(http: Http): VerificationLogic {
  const verify = askedOnce(token => verifyEmail(http, token))
  return connected(verificationMachine)({
    actors: {
      verifyEmail: fromPromise(({input}) => verify(input.token)),
      seconds: fromEventObservable(seconds),
    },
  })
}
