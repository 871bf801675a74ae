import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {askForOwnEmail, changeOwnPassword} from '../../api/account/own'
import {ownEmailMachine, ownPasswordMachine} from '../../machines/account/security'
import {SecurityPage} from '../../ui/account/security/SecurityPage'
import type {Connections} from '../connections'

/** Joins the page on which people secure their own account to its machines. */
export function createSecurityScreen({http}: Pick<Connections, 'http'>): ComponentType {
  const logic = {
    password: ownPasswordMachine.provide({
      actors: {submit: fromPromise(({input, signal}) => changeOwnPassword(http, input.values, {signal}))},
    }),
    email: ownEmailMachine.provide({
      actors: {submit: fromPromise(({input, signal}) => askForOwnEmail(http, input.values, {signal}))},
    }),
  }
  return () => createElement(SecurityPage, {logic})
}
