import type {FastifyInstance} from 'fastify'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import type {EntityType} from '../../contract/wire/entities/attribute'
import type {entityCalls} from '../../contract/wire/entities/entity'
import {callerOf} from '../access/viewer'
import {noSuch} from '../http/failures/errors'
import {serving} from '../http/serve'
import {setEchoesAside} from './echo'
import type {EntityStore} from './entity'
import {forgetListQuery, type ListQuery, listOnWire} from './list'

type Shaped<T> = z.ZodMiniType<T> & {shape: object}

type EntityCalls<Wire, Body, Change> = ReturnType<
  typeof entityCalls<
    EntityType,
    string,
    Shaped<Wire>,
    Shaped<Body>,
    Shaped<Change>,
    z.ZodMiniType<ListQuery & {organisation_id?: string | undefined}>
  >
>

/** The path of a list may name an organisation, and so may its query. */
const listParams = z.object({id: z.optional(id)})

/** Serves the calls that list, show, create, change and remove the entities of one kind. */
export function serveEntity<Row, Body, Change, Wire>(
  app: FastifyInstance,
  {kind, calls, toWire}: {kind: EntityType; calls: EntityCalls<Wire, Body, Change>; toWire(row: Row): Wire},
  {store}: {store: EntityStore<Row, Body, Change>},
) {
  const serve = serving(app, kind)
  if (!app.hasAdditions) app.addHook('preValidation', forgetListQuery)

  serve(calls.list, async ({viewer, params, query}) => {
    const {id: organisationId = query.organisation_id} = listParams.parse(params)
    return listOnWire(await store.listVisible(viewer, query, organisationId), toWire)
  })

  serve(calls.read, async ({viewer, params}) => {
    const found = await store.findVisible(viewer, params.id)
    if (found === undefined) throw noSuch(kind)
    return toWire(found)
  })

  // Fastify has already validated the body with this schema. It is parsed again only to give it its type.
  serve({...calls.create, options: {preValidation: setEchoesAside(calls.create)}}, async request =>
    toWire(await store.create(callerOf(request), calls.create.body.parse(request.body))),
  )

  serve({...calls.change, options: {preValidation: setEchoesAside(calls.change)}}, async request => {
    const {params, body, echoed} = request
    return toWire(await store.change(callerOf(request), params.id, calls.change.body.parse(body), echoed))
  })

  serve(calls.remove, request => store.remove(callerOf(request), request.params.id))
}
