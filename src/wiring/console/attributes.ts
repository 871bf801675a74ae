import {fromEventObservable} from 'xstate'
import {deleteAttribute, listAttributes, loadAttribute, writeAttribute} from '../../api/console/attributes'
import {attributeConflictMachine} from '../../machines/console/record/attributeConflict'
import {type AttributesLogic, attributesMachine} from '../../machines/console/record/attributes'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {createFindChange} from './editor'

export function createAttributesLogic(connections: Connections): AttributesLogic {
  const {http, clock, toasts} = connections
  return connected(attributesMachine)({
    actors: {
      retries: connections.retries,
      clock: fromEventObservable(() => clock.ticks()),
      listAttributes: ask(http, listAttributes),
      writeAttribute: ask(http, writeAttribute),
      deleteAttribute: ask(http, deleteAttribute),
      conflict: connected(attributeConflictMachine)({
        actors: {
          loadAttribute: ask(http, loadAttribute),
          findChange: createFindChange(connections),
        },
      }),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}
