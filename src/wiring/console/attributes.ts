import {fromEventObservable, fromPromise} from 'xstate'
import {
  createAttribute,
  deleteAttribute,
  listAttributes,
  loadAttribute,
  saveAttribute,
} from '../../api/console/attributes'
import {attributeConflictMachine} from '../../machines/console/record/attributeConflict'
import {type AttributesLogic, attributesMachine} from '../../machines/console/record/attributes'
import {connected} from '../../machines/ports'
import type {Connections} from '../connections'
import {createFindChange} from './editor'

export function createAttributesLogic(connections: Connections): AttributesLogic {
  const {http, clock, serverClock, toasts} = connections
  const server = {http, clock: serverClock}
  return connected(attributesMachine)({
    actors: {
      retries: connections.retries,
      clock: fromEventObservable(() => clock.ticks()),
      listAttributes: fromPromise(({input: {owner}, signal}) => listAttributes(server, owner, {signal})),
      writeAttribute: fromPromise(({input, signal}) =>
        input.isNew ? createAttribute(server, input, {signal}) : saveAttribute(server, input, {signal}),
      ),
      deleteAttribute: fromPromise(({input, signal}) => deleteAttribute(http, input, {signal})),
      conflict: connected(attributeConflictMachine)({
        actors: {
          loadAttribute: fromPromise(({input, signal}) => loadAttribute(server, input, {signal})),
          findChange: createFindChange(connections),
        },
      }),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}
