import type {FastifyPluginAsync} from 'fastify'
import {ATTRIBUTES_BYTES, ATTRIBUTES_OF_ENTITY} from '../../contract/limits'
import {errorBody} from '../../contract/wire/common'
import {
  type AttributeParams,
  createAttribute,
  deleteAttribute,
  type EntityType,
  listAttributes,
  listValuesOfAssets,
  listValuesOfDevices,
  readAttribute,
  writeAttribute,
} from '../../contract/wire/entities/attribute'
import {callerOf, type Viewer} from '../access/viewer'
import {notFound, refusals} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {AttributeAdministration} from './administration'
import {type Attribute, type AttributeGuard, type AttributeRef, type AttributeRepository, toWire} from './repository'

export interface AttributeOptions {
  attributes: AttributeRepository
  administration: AttributeAdministration
  guard: AttributeGuard
}

interface ValuesQuery {
  organisation_id?: string | undefined
  keys: string
}

/** Texts for /docs. */
const BOUNDS =
  `An entity has at most ${ATTRIBUTES_OF_ENTITY} attributes of the scopes server and shared together, which take at most ` +
  `${ATTRIBUTES_BYTES} bytes (413). The same holds for its scope client.`

const bounds = {description: BOUNDS, refusals: {...refusals, 413: errorBody}}

export const attributeRoutes: FastifyPluginAsync<AttributeOptions> = async (app, options) => {
  const {attributes, administration, guard} = options
  async function shown(found: Attribute) {
    const isGuarded = found.jsonV !== null && guard.holds(found)
    return toWire(isGuarded ? {...found, jsonV: await guard.shown(found.jsonV)} : found)
  }
  const serve = serving(app, 'attribute')

  serve(listAttributes, async ({params}) => Promise.all((await attributes.list(params)).map(shown)))

  serve({...createAttribute, ...bounds}, async request =>
    shown(await administration.create(callerOf(request), request.params, request.body)),
  )

  serve(readAttribute, async ({params}) => {
    const found = await attributes.find(refOf(params))
    if (found === undefined) throw notFound('There is no such attribute.')
    return shown(found)
  })

  serve({...writeAttribute, ...bounds, otherwise: {201: writeAttribute.answer}}, async (request, reply) => {
    const {params, body} = request
    const {written, isNew} = await administration.write(callerOf(request), refOf(params), body)
    return reply.code(isNew ? 201 : 200).send(await shown(written))
  })

  serve(deleteAttribute, request => administration.remove(callerOf(request), refOf(request.params)))

  const valuesOf =
    (kind: EntityType) =>
    async ({viewer, query: {organisation_id, keys}}: {viewer: Viewer; query: ValuesQuery}) =>
      (await attributes.ofAll(viewer, kind, keys.split(','), organisation_id)).map(toWire)
  serve(listValuesOfDevices, valuesOf('device'))
  serve(listValuesOfAssets, valuesOf('asset'))
}

const refOf = ({attributeKey: key, ...params}: AttributeParams): AttributeRef => ({...params, key})
