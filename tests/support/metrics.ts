import type {FastifyInstance} from 'fastify'

/** What a server tells of itself: the samples by their names and labels, as the text has them. */
export async function readMetrics(app: FastifyInstance): Promise<Record<string, number>> {
  const {body} = await app.inject({url: '/metrics'})
  return Object.fromEntries(
    [...body.matchAll(/^([a-z]\w*(?:\{.*\})?) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}
