import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {askForOwnEmail, changeOwnPassword} from '../../api/account/own'
import {endOtherSessions, endOwnSession, loadOwnSessions} from '../../api/account/ownSessions'
import {changeSecondFactor, loadSecondFactor, proveSecondFactor} from '../../api/account/secondFactor'
import {ownSessionsMachine} from '../../machines/account/ownSessions'
import {secondFactorMachine} from '../../machines/account/secondFactor'
import {ownEmailMachine, ownPasswordMachine} from '../../machines/account/security'
import {connected} from '../../machines/ports'
import type {SessionRef} from '../../machines/session/session'
import {SecurityPage} from '../../ui/account/security/SecurityPage'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {submit} from '../submit'
import {createPush} from './push'

/** Joins the page on which people secure their own account to its machines. */
export function createSecurityScreen({
  http,
  retries,
  session,
}: Pick<Connections, 'http' | 'retries'> & {session: SessionRef}): ComponentType {
  const forms = {
    password: connected(ownPasswordMachine)({actors: {submit: submit(http, changeOwnPassword)}}),
    email: connected(ownEmailMachine)({actors: {submit: submit(http, askForOwnEmail)}}),
  }
  const secondFactor = connected(secondFactorMachine)({
    actors: {
      retries,
      load: fromPromise(async ({signal}) => {
        const factor = await loadSecondFactor(http, {signal})
        const {context, children} = session.getSnapshot()
        if (context.user?.needsSecondFactor) {
          // Anyone who has it now may go on, and live values, too, were refused until then.
          session.send({type: 'user.wanted'})
          children.link?.send({type: 'retry.requested'})
        }
        return factor
      }),
      change: ask(http, changeSecondFactor),
      confirm: ask(http, proveSecondFactor),
    },
  })
  const sessions = connected(ownSessionsMachine)({
    actors: {
      retries,
      load: fromPromise(({signal}) => loadOwnSessions(http, {signal})),
      end: ask(http, (_, {ended}, options) =>
        ended === 'others' ? endOtherSessions(http, options) : endOwnSession(http, ended, options),
      ),
    },
  })
  const push = createPush({http, retries})
  return () => createElement(SecurityPage, {logic: {...forms, secondFactor, sessions, push}})
}
