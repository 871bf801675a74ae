import type {FastifyInstance} from 'fastify'

/** Returns the samples of a server by their names and labels, as in the text. */
export async function readMetrics(app: FastifyInstance): Promise<Record<string, number>> {
  const {body} = await app.inject({url: '/metrics'})
  return Object.fromEntries(
    [...body.matchAll(/^([a-z]\w*(?:\{.*\})?) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}
