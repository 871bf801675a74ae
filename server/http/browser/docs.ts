import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type {FastifyInstance} from 'fastify'
import {jsonSchemaTransform, jsonSchemaTransformObject} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {TITLE} from '../../../contract/limits'
import {json} from '../../../contract/wire/common'
import {API_KEY_PREFIX} from '../../../contract/wire/people/apiKey'
import {ACCESS_COOKIE} from './cookies'

export type DocsReaders = 'everyone' | 'signedIn' | 'nobody'

// A schema that holds itself needs a name.
z.globalRegistry.add(json, {id: 'Json'})

/** Adds the OpenAPI page at /docs, made from the schemas of the routes. It must be registered before the routes. */
export async function describeApi(app: FastifyInstance, readers: DocsReaders) {
  if (readers === 'nobody') return
  await app.register(swagger, {
    openapi: {
      info: {title: TITLE, version: '0.1.0'},
      servers: [{url: '/'}],
      security: [{session: []}, {apiKey: []}],
      components: {
        securitySchemes: {
          session: {type: 'apiKey', in: 'cookie', name: ACCESS_COOKIE},
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `${API_KEY_PREFIX}…`,
            description: 'An API key, which an admin issues for a program. It may not make every call.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {routePrefix: '/docs'})
}
