import type {FastifyPluginAsync} from 'fastify'
import {
  issueApiKey,
  issueSystemApiKey,
  listApiKeys,
  listSystemApiKeys,
  revokeApiKey,
  revokeSystemApiKey,
} from '../../contract/wire/people/apiKey'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import {type ApiKeyRepository, toWire} from './repository'

export const apiKeyRoutes: FastifyPluginAsync<{keys: ApiKeyRepository}> = async (app, {keys}) => {
  const serve = serving(app, 'api keys')

  serve(listSystemApiKeys, async () => (await keys.list(null)).map(toWire))
  serve(listApiKeys, async ({params}) => (await keys.list(params.id)).map(toWire))

  serve(issueSystemApiKey, async request => {
    const {row, key} = await keys.issueForSystem(callerOf(request), request.body)
    return {...toWire(row), key}
  })

  serve(issueApiKey, async request => {
    const {row, key} = await keys.issue(callerOf(request), request.params.id, request.body)
    return {...toWire(row), key}
  })

  serve(revokeSystemApiKey, request => keys.revoke(callerOf(request), null, request.body.id))
  serve(revokeApiKey, request => keys.revoke(callerOf(request), request.params.id, request.params.keyId))
}
