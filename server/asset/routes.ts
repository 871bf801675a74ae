import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../contract/limits'
import {asset, assetChange, assetListQuery, type NewAssetBody, newAssetBody} from '../../contract/wire/asset'
import {id} from '../../contract/wire/common'
import {pageOrList} from '../../contract/wire/list'
import {line} from '../../contract/wire/text'
import type {IsOwnOrganisation} from '../access/reach'
import {actorOf} from '../access/viewer'
import {badRequest, notFound, refusals} from '../http/errors'
import {forgetListQuery, listOnWire} from '../store/list'
import type {AssetRepository, NewAsset} from './repository'
import {toWire} from './wire'

export interface AssetOptions {
  assets: AssetRepository
  isOwnOrganisation: IsOwnOrganisation
  additions: boolean
}

export const assetRoutes: FastifyPluginAsyncZod<AssetOptions> = async (app, options) => {
  const {assets, isOwnOrganisation, additions} = options
  const schema = {tags: ['asset']}
  const params = z.object({id})
  if (!additions) app.addHook('preValidation', forgetListQuery)

  app.get(
    '/api/v0/asset',
    {schema: {...schema, querystring: assetListQuery, response: {200: pageOrList(asset), ...refusals}}},
    async ({viewer, query}) => listOnWire(await assets.listVisible(viewer, query), toWire),
  )

  app.get(
    '/api/v0/asset/by-org/:id/label/:label',
    {
      schema: {
        ...schema,
        params: z.object({id, label: line(NAME_LENGTH)}),
        response: {200: z.array(asset), ...refusals},
      },
    },
    async ({viewer, params}) => {
      if (!(await isOwnOrganisation(viewer, params.id))) throw notFound('Organisation not found.')
      return (await assets.listLabelled(viewer, params.id, params.label)).map(toWire)
    },
  )

  app.get(
    '/api/v0/asset/:id',
    {schema: {...schema, params, response: {200: asset, ...refusals}}},
    async ({viewer, params}) => {
      const found = await assets.findVisible(viewer, params.id)
      if (found === undefined) throw notFound('Asset not found.')
      return toWire(found)
    },
  )

  app.post(
    '/api/v0/asset',
    {schema: {...schema, body: newAssetBody, response: {201: asset, ...refusals}}},
    async (request, reply) => {
      const created = await assets.create(request.viewer, actorOf(request), withOrganisation(request.body))
      return reply.code(201).send(toWire(created))
    },
  )

  app.put(
    '/api/v0/asset/:id',
    {schema: {...schema, params, body: assetChange, response: {200: asset, ...refusals}}},
    async request => {
      const {viewer, params, body} = request
      return toWire(await assets.change(viewer, actorOf(request), params.id, body))
    },
  )

  app.delete(
    '/api/v0/asset/:id',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await assets.remove(request.viewer, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

/** One form of a new asset names its organisation `id`. */
function withOrganisation({id, ...body}: NewAssetBody): NewAsset {
  const organisationId = body.organisation_id ?? id
  if (organisationId === undefined) throw badRequest('organisation_id: must be an id')
  if (id !== undefined && id !== organisationId) throw badRequest('id: must be the same as organisation_id')
  return {...body, organisation_id: organisationId}
}
