import type {FastifyPluginAsync} from 'fastify'
import {assetCalls, listLabelledAssets} from '../../contract/wire/entities/asset'
import {serving} from '../http/serve'
import {serveEntity} from '../store/routes'
import {type AssetRepository, toWire} from './repository'

export interface AssetOptions {
  assets: AssetRepository
}

export const assetRoutes: FastifyPluginAsync<AssetOptions> = async (app, {assets}) => {
  serveEntity(app, {kind: 'asset', calls: assetCalls, toWire}, {store: assets})

  serving(app, 'asset')(listLabelledAssets, async ({viewer, params}) =>
    (await assets.listLabelled(viewer, params.id, params.label)).map(toWire),
  )
}
