import * as z from 'zod/mini'
import {NAME_LENGTH, TEXT_LENGTH} from '../../limits'
import {id, json} from '../common'
import {pageOrList} from '../list'
import {nothing, route} from '../route'
import {line, text} from '../text'

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

export const lineOrNull = z.optional(z.nullable(line(NAME_LENGTH)))
export const idOrNull = z.optional(z.nullable(id))

/** A text or JSON for any purpose. Its depth needs no check here, because the server limits the depth of every body. */
export const additionalInfo = z.union([z.null(), text(TEXT_LENGTH), z.record(z.string(), json), z.array(json)])
