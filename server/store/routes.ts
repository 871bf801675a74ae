import type {FastifyInstance} from 'fastify'
import type {ZodTypeProvider} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import type {EntityType} from '../../contract/wire/entities/attribute'
import {pageOrList} from '../../contract/wire/list'
import {callerOf} from '../access/viewer'
import {noSuch, refusals} from '../http/failures/errors'
import {setEchoesAside} from './echo'
import type {EntityStore} from './entity'
import {forgetListQuery, type ListQuery, listOnWire} from './list'

export interface EntityCalls<Row, Body, Change, Wire> {
  kind: EntityType
  wire: z.ZodMiniType<Wire> & {shape: object}
  newBody: z.ZodMiniType<Body> & {shape: object}
  change: z.ZodMiniType<Change> & {shape: object}
  listQuery: z.ZodMiniType<ListQuery & {organisation_id?: string | undefined}>
  /** Whether the path of the list names an organisation. */
  isListedByOrganisation?: boolean
  toWire(row: Row): Wire
}

/** Adds the calls that list, show, create, change and remove the entities of one kind. */
export function entityRoutes<Row, Body, Change, Wire>(
  fastify: FastifyInstance,
  {
    kind,
    wire,
    newBody,
    change,
    listQuery,
    isListedByOrganisation = false,
    toWire,
  }: EntityCalls<Row, Body, Change, Wire>,
  {store, additions}: {store: EntityStore<Row, Body, Change>; additions: boolean},
) {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const url = `/api/v0/${kind}`
  const schema = {tags: [kind]}
  const params = z.object({id})
  const list = {querystring: listQuery, response: answers(200, pageOrList(wire))}
  if (!additions) app.addHook('preValidation', forgetListQuery)

  if (isListedByOrganisation) {
    app.get(`${url}/by-org/:id`, {schema: {...schema, params, ...list}}, async ({viewer, params, query}) =>
      listOnWire(await store.listVisible(viewer, query, params.id), toWire),
    )
  } else {
    app.get(url, {schema: {...schema, ...list}}, async ({viewer, query}) =>
      listOnWire(await store.listVisible(viewer, query, query.organisation_id), toWire),
    )
  }

  app.get(`${url}/:id`, {schema: {...schema, params, response: answers(200, wire)}}, async ({viewer, params}) => {
    const found = await store.findVisible(viewer, params.id)
    if (found === undefined) throw noSuch(kind)
    return toWire(found)
  })

  // Fastify has already validated the body with this schema. It is parsed again only to give it its type.
  app.post(
    url,
    {
      schema: {...schema, body: newBody, response: answers(201, wire)},
      preValidation: setEchoesAside({answer: wire, body: newBody}),
    },
    async (request, reply) => {
      const created = await store.create(callerOf(request), newBody.parse(request.body))
      return reply.code(201).send(toWire(created))
    },
  )

  app.put(
    `${url}/:id`,
    {
      schema: {...schema, params, body: change, response: answers(200, wire)},
      preValidation: setEchoesAside({answer: wire, body: change}),
    },
    async request => {
      const {params, body, echoed} = request
      return toWire(await store.change(callerOf(request), params.id, change.parse(body), echoed))
    },
  )

  app.delete(`${url}/:id`, {schema: {...schema, params, response: answers(204, z.null())}}, async (request, reply) => {
    await store.remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}

const answers = (status: number, body: z.ZodMiniType): Record<number, z.ZodMiniType> => ({[status]: body, ...refusals})
