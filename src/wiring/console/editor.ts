import {firstValueFrom} from 'rxjs'
import {isPulsewall} from '../../../contract/rules/offer'
import {writeAttribute} from '../../api/console/attributes'
import {findChange} from '../../api/console/audit'
import type {Attribute, AttributeWrite} from '../../domain/console/attribute'
import type {Change, ChangeQuestion} from '../../domain/console/change'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** Finds who made a version, if the server says. */
export const createFindChange = ({http, links}: Pick<Connections, 'http' | 'links'>) =>
  ask<ChangeQuestion, Change | null>(http, async (_, question, options) => {
    const {offer} = await firstValueFrom(links)
    return isPulsewall(offer) ? findChange(http, question, options) : null
  })

/** What every editor asks the server. */
export const editorCalls = (connections: Connections) => ({
  retries: connections.retries,
  writeAttribute: ask<AttributeWrite, Attribute | null>(connections.http, writeAttribute),
  findChange: createFindChange(connections),
})
