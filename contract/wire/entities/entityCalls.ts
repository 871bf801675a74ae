import * as z from 'zod/mini'
import {id} from '../common'
import {pageOrList} from '../list'
import {nothing, route} from '../route'

type Shaped = z.ZodMiniType & {shape: object}

const ofId = z.object({id})

/**
 * The calls that list, show, create, change and remove the entities of one kind. A change with an outdated `version` is
 * refused with 409, and a missing field keeps its value.
 */
// @__NO_SIDE_EFFECTS__
export const entityCalls = <
  const Kind extends string,
  const List extends string,
  Entity extends Shaped,
  NewBody extends Shaped,
  Change extends Shaped,
  Query extends z.ZodMiniType,
>(
  kind: Kind,
  parts: {listedAt: List; query: Query; entity: Entity; newBody: NewBody; change: Change},
) => ({
  list: route('GET', parts.listedAt, {query: parts.query, answer: pageOrList(parts.entity)}),
  create: route('POST', `/api/v0/${kind}`, {body: parts.newBody, answer: parts.entity, status: 201}),
  read: route('GET', `/api/v0/${kind}/:id`, {params: ofId, answer: parts.entity}),
  change: route('PUT', `/api/v0/${kind}/:id`, {params: ofId, body: parts.change, answer: parts.entity}),
  remove: route('DELETE', `/api/v0/${kind}/:id`, {params: ofId, answer: nothing}),
})
