import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {errorBody} from '../../contract/wire/common'
import {deviceImportAnswer, deviceImportBody} from '../../contract/wire/device'
import {actorOf} from '../access/viewer'
import type {DeviceImport} from './import'

export interface DeviceImportRoutesOptions {
  deviceImport: DeviceImport
}

/** An addition to the specified calls. */
export const deviceImportRoutes: FastifyPluginAsyncZod<DeviceImportRoutesOptions> = async (app, {deviceImport}) => {
  const response = {200: deviceImportAnswer, 400: errorBody, 403: errorBody, 404: errorBody}

  app.post('/api/v0/device/import', {schema: {tags: ['device'], body: deviceImportBody, response}}, async request => ({
    outcomes: await deviceImport.run(request.viewer, actorOf(request), request.body),
  }))
}
