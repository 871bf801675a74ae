import type {FastifyInstance} from 'fastify'
import type {Metrics} from './metrics'

const MILLISECONDS = 1000

/** Counts all answers by their status, and their durations, those of devices apart. */
export function measureAnswers(app: FastifyInstance, metrics: Metrics) {
  const count = metrics.addCounts('http_answers_total', 'Answers by their status', 'status')
  const tookPerson = metrics.addDuration('http_seconds', 'Calls of people and programs: from request to answer')
  const tookDevice = metrics.addDuration('http_device_seconds', 'Calls of devices: from request to answer')

  app.addHook('onResponse', async ({routeOptions: {url = ''}}, reply) => {
    count(reply.statusCode)
    const took = url.startsWith('/api/v1/') ? tookDevice : tookPerson
    took(reply.elapsedTime / MILLISECONDS)
  })
}
