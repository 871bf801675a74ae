import {firstValueFrom} from 'rxjs'
import {fromPromise} from 'xstate'
import {createAttribute, saveAttribute} from '../../api/console/attributes'
import {findChange} from '../../api/console/audit'
import type {Attribute, AttributeWrite} from '../../domain/console/attribute'
import type {Change, ChangeQuestion} from '../../domain/console/change'
import type {Connections} from '../connections'

/** Finds who made a version, if the server says. */
export const createFindChange = ({http, serverClock, links}: Pick<Connections, 'http' | 'serverClock' | 'links'>) =>
  fromPromise<Change | null, ChangeQuestion>(async ({input, signal}) => {
    const {capabilities} = await firstValueFrom(links)
    return capabilities.changes === true ? findChange({http, clock: serverClock}, input, {signal}) : null
  })

/** What every editor asks the server. */
export const editorCalls = (connections: Connections) => {
  const server = {http: connections.http, clock: connections.serverClock}
  return {
    retries: connections.retries,
    writeAttribute: fromPromise<Attribute | null, AttributeWrite>(({input, signal}) =>
      input.isNew ? createAttribute(server, input, {signal}) : saveAttribute(server, input, {signal}),
    ),
    findChange: createFindChange(connections),
  }
}
