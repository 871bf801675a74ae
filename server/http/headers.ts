import helmet from '@fastify/helmet'
import type {FastifyInstance} from 'fastify'

const ONE_YEAR = 'max-age=31536000'

/** `connectTo`: origins besides the own one that the client talks to. */
export async function sendSecurityHeaders(app: FastifyInstance, connectTo: readonly string[]) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine and Highcharts set style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:', ...connectTo],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: {action: 'deny'},
    referrerPolicy: {policy: 'same-origin'},
    hsts: false,
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', ONE_YEAR)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
