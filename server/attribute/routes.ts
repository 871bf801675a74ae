import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {type AttributeWire, attribute, attributeScope, entityType} from '../../contract/attribute'
import {errorBody, id} from '../../contract/common'
import {KEY_LENGTH} from '../../contract/limits'
import {notFound} from '../http/errors'
import type {IsWithinReach} from '../http/reach'
import type {Attribute, AttributeRepository} from './repository'

export interface AttributeOptions {
  attributes: AttributeRepository
  isWithinReach: IsWithinReach
}

const entityParams = z.object({entityType, entityId: id})
const attributeParams = z.extend(entityParams, {
  scope: z.pipe(
    z.enum(['0', '1', '2']),
    z.transform(scope => attributeScope.parse(Number(scope))),
  ),
  attributeKey: z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH)),
})

export const attributeRoutes: FastifyPluginAsyncZod<AttributeOptions> = async (app, options) => {
  const {attributes, isWithinReach} = options
  const schema = {tags: ['attribute']}

  app.get(
    '/api/v0/attribute/:entityType/:entityId',
    {schema: {...schema, params: entityParams, response: {200: z.array(attribute), 404: errorBody}}},
    async ({viewer, params}) => {
      if (!(await isWithinReach(viewer, params))) throw notFound(`There is no such ${params.entityType}.`)
      return (await attributes.list(params)).map(toWire)
    },
  )

  app.get(
    '/api/v0/attribute/:entityType/:entityId/:scope/:attributeKey',
    {schema: {...schema, params: attributeParams, response: {200: attribute, 404: errorBody}}},
    async ({viewer, params}) => {
      if (!(await isWithinReach(viewer, params))) throw notFound(`There is no such ${params.entityType}.`)
      const found = await attributes.find(params, params.scope, params.attributeKey)
      if (found === undefined) throw notFound('There is no such attribute.')
      return toWire(found)
    },
  )
}

function toWire(found: Attribute): AttributeWire {
  return {
    id: found.id,
    entityId: found.entityId,
    attributeType: attributeScope.parse(found.scope),
    attributeKey: found.key,
    bool_v: found.boolV,
    str_v: found.strV,
    long_v: found.longV,
    dbl_v: found.dblV,
    json_v: found.jsonV,
    lastUpdateTs: found.lastUpdateTs,
    organisation_id: found.organisationId,
    version: found.version,
  }
}
