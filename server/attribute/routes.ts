import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ATTRIBUTES_BYTES, ATTRIBUTES_OF_ENTITY, KEY_LENGTH} from '../../contract/limits'
import {errorBody, id} from '../../contract/wire/common'
import {
  attribute,
  attributeChange,
  attributeScope,
  attributeValuesQuery,
  entityType,
  newAttributeBody,
} from '../../contract/wire/entities/attribute'
import {callerOf} from '../access/viewer'
import {notFound, refusals} from '../http/failures/errors'
import type {AttributeAdministration} from './administration'
import {type AttributeRef, type AttributeRepository, toWire} from './repository'

export interface AttributeOptions {
  attributes: AttributeRepository
  administration: AttributeAdministration
  /** False offers only the calls of the specification. */
  additions: boolean
}

const entityParams = z.object({entityType, entityId: id})
const attributeParams = z.extend(entityParams, {
  scope: z.pipe(
    z.enum(['0', '1', '2']),
    z.transform(scope => attributeScope.parse(Number(scope))),
  ),
  attributeKey: z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH)),
})

/** What stands at /docs. */
const BOUNDS =
  `An entity has at most ${ATTRIBUTES_OF_ENTITY} attributes of the scopes server and shared together, which take at most ` +
  `${ATTRIBUTES_BYTES} bytes (413). The same holds for its scope client.`

const boundRefusals = {...refusals, 413: errorBody}

export const attributeRoutes: FastifyPluginAsyncZod<AttributeOptions> = async (app, options) => {
  const {attributes, administration} = options
  const schema = {tags: ['attribute']}
  const entityUrl = '/api/v0/attribute/:entityType/:entityId'
  const attributeUrl = `${entityUrl}/:scope/:attributeKey`

  app.get(
    entityUrl,
    {schema: {...schema, params: entityParams, response: {200: z.array(attribute), ...refusals}}},
    async ({params}) => {
      return (await attributes.list(params)).map(toWire)
    },
  )

  app.post(
    entityUrl,
    {
      schema: {
        ...schema,
        description: BOUNDS,
        params: entityParams,
        body: newAttributeBody,
        response: {201: attribute, ...boundRefusals},
      },
    },
    async (request, reply) => {
      const {params, body} = request
      const created = await administration.create(callerOf(request), params, body)
      return reply.code(201).send(toWire(created))
    },
  )

  app.get(
    attributeUrl,
    {schema: {...schema, params: attributeParams, response: {200: attribute, ...refusals}}},
    async ({params}) => {
      const found = await attributes.find(refOf(params))
      if (found === undefined) throw notFound('There is no such attribute.')
      return toWire(found)
    },
  )

  app.put(
    attributeUrl,
    {
      schema: {
        ...schema,
        description: BOUNDS,
        params: attributeParams,
        body: attributeChange,
        response: {200: attribute, 201: attribute, ...boundRefusals},
      },
    },
    async (request, reply) => {
      const {params, body} = request
      const {written, isNew} = await administration.write(callerOf(request), refOf(params), body)
      return reply.code(isNew ? 201 : 200).send(toWire(written))
    },
  )

  app.delete(
    attributeUrl,
    {schema: {...schema, params: attributeParams, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await administration.remove(callerOf(request), refOf(request.params))
      return reply.code(204).send(null)
    },
  )

  if (!options.additions) return
  app.get(
    '/api/v0/attribute/device/values',
    {schema: {...schema, querystring: attributeValuesQuery, response: {200: z.array(attribute), ...refusals}}},
    async ({viewer, query: {organisation_id: organisationId, keys}}) => {
      return (await attributes.ofDevices(viewer, keys.split(','), organisationId)).map(toWire)
    },
  )
}

function refOf({attributeKey: key, ...params}: z.infer<typeof attributeParams>): AttributeRef {
  return {...params, key}
}
