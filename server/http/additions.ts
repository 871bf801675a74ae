import type {FastifyInstance} from 'fastify'
import {noSuchCall} from './failures/errors'

declare module 'fastify' {
  interface FastifyInstance {
    /** False offers only the calls, the parameters and the fields of the specification. */
    hasAdditions: boolean
  }
  interface FastifyContextConfig {
    /** The call is an addition to those of the specification. */
    isAddition?: boolean
  }
}

/**
 * A server of the specification alone answers calls that are additions as if there were none, whoever asks, and does
 * not describe them. This comes after the guard and before the routes.
 */
export function offerAdditions(app: FastifyInstance, hasAdditions: boolean) {
  app.decorate('hasAdditions', hasAdditions)
  if (hasAdditions) return
  app.addHook('onRoute', route => {
    if (!route.config?.isAddition) return
    route.schema = {hide: true}
    route.onRequest = async () => {
      throw noSuchCall()
    }
  })
}
