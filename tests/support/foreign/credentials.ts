import type {FastifyInstance} from 'fastify'
import {userOf} from './accounts'
import {checkBody, refuse} from './checks'
import type {ForeignStore} from './store'

const FIELDS = ['credentials_type', 'credentials_value']

export function addCredentials(app: FastifyInstance, store: ForeignStore) {
  const {accessTokens} = store
  const path = '/api/v0/device/:id/credentials'

  app.get<{Params: {id: string}}>(path, async request => {
    userOf(request, store)
    return {credentials_value: one(request.params.id)}
  })
  app.post<{Params: {id: string}}>(path, async request => {
    userOf(request, store)
    const {credentials_value} = checkBody(request, {required: FIELDS})
    if (accessTokens.has(request.params.id)) throw refuse(409, 'This device has credentials.')
    accessTokens.set(request.params.id, String(credentials_value))
    return {message: 'saved'}
  })
  app.delete<{Params: {id: string}}>(path, async (request, reply) => {
    userOf(request, store)
    const {credentials_value} = checkBody(request, {required: FIELDS})
    if (one(request.params.id) !== credentials_value) throw refuse(400, 'These are not the credentials of this device.')
    accessTokens.delete(request.params.id)
    return reply.code(204).send()
  })

  function one(deviceId: string): string {
    const found = accessTokens.get(deviceId)
    if (found === undefined) throw refuse(404, 'This device has no credentials.')
    return found
  }
}
