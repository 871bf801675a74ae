import {isPulsewall} from '../../../contract/rules/offer'
import {loadWhom} from '../../api/onCall'
import {NOBODY_NOTIFIED} from '../../domain/alarms/onCall'
import {type WhomLogic, whomMachine} from '../../machines/alarms/whom'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

export const createWhomLogic = (connections: Pick<Connections, 'http' | 'links'>): WhomLogic =>
  connected(whomMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, async (http, {question: {alarmId}, offer}, options) =>
        isPulsewall(offer) ? loadWhom(http, alarmId, options) : NOBODY_NOTIFIED,
      ),
    },
  })
