import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../contract/limits'
import {id} from '../../contract/wire/common'
import {asset, assetChange, assetListQuery, newAssetBody} from '../../contract/wire/entities/asset'
import {line} from '../../contract/wire/text'
import {refusals} from '../http/failures/errors'
import {entityRoutes} from '../store/routes'
import {type AssetRepository, toWire} from './repository'

export interface AssetOptions {
  assets: AssetRepository
  additions: boolean
}

export const assetRoutes: FastifyPluginAsyncZod<AssetOptions> = async (app, {assets, additions}) => {
  entityRoutes(
    app,
    {kind: 'asset', wire: asset, newBody: newAssetBody, change: assetChange, listQuery: assetListQuery, toWire},
    {store: assets, additions},
  )

  const params = z.object({id, label: line(NAME_LENGTH)})
  app.get(
    '/api/v0/asset/by-org/:id/label/:label',
    {schema: {tags: ['asset'], params, response: {200: z.array(asset), ...refusals}}},
    async ({viewer, params}) => (await assets.listLabelled(viewer, params.id, params.label)).map(toWire),
  )
}
