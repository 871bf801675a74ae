import type {FastifyInstance, preValidationAsyncHookHandler} from 'fastify'
import {inWireNames} from '../../contract/wire/names'
import {isDeviceApi} from './browser/origin'

/**
 * The specification names most fields twice, `organisationId` and `organisation_id`. Whichever of them a schema of
 * the body or of the query has, the other is taken for it; both at once are left to the schema. The calls of devices
 * have the names that ThingsBoard gives them.
 */
export function takeAliases(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (isDeviceApi(route.url)) return
    const {body, querystring} = route.schema ?? {}
    if (body === undefined && querystring === undefined) return
    const rename: preValidationAsyncHookHandler = async request => {
      request.body = inWireNames(body, request.body)
      request.query = inWireNames(querystring, request.query)
    }
    route.preValidation = [rename, ...[route.preValidation ?? []].flat()]
  })
}
