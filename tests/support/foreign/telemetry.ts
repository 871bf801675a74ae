import type {FastifyInstance} from 'fastify'
import * as z from 'zod'
import {userOf} from './accounts'
import {refuse} from './checks'
import type {ForeignPoint, ForeignStore} from './store'

const query = z.object({
  keys: z.string(),
  startTs: z.coerce.number(),
  endTs: z.coerce.number(),
  limit: z.coerce.number().default(1000),
})

export function addTelemetry(app: FastifyInstance, store: ForeignStore) {
  const path = '/api/v0/telemetry/device/:id'

  app.get<{Params: {id: string}}>(`${path}/keys/timeseries`, async request => {
    userOf(request, store)
    return [...(store.points.get(request.params.id)?.keys() ?? [])]
  })
  /** The newest come first. */
  app.get<{Params: {id: string}}>(`${path}/values/timeseries`, async request => {
    userOf(request, store)
    const {keys, startTs, endTs, limit} = query.parse(request.query)
    return keys.split(',').map(key => ({
      key,
      values: pointsOf(request.params.id, key)
        .filter(({ts}) => ts >= startTs && ts < endTs)
        .slice(-limit)
        .reverse()
        .map(({ts, typed}) => ({ts, ...typed})),
    }))
  })
  /** Answers with the number alone. */
  app.get<{Params: {id: string; key: string}}>(`${path}/latest/:key`, async request => {
    userOf(request, store)
    const newest = pointsOf(request.params.id, request.params.key).at(-1)
    if (newest === undefined) throw refuse(404, 'Nothing was ever sent by this name.')
    return {dbl_v: Number(Object.values(newest.typed)[0])}
  })

  function pointsOf(deviceId: string, key: string): ForeignPoint[] {
    return store.points.get(deviceId)?.get(key) ?? []
  }
}
