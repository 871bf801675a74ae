import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

export interface Metric {
  /** In the words of Prometheus, without the name of the product. A sum that only grows ends with `_total`. */
  name: string
  help: string
  value: number
}

export interface MetricsOptions {
  metrics: () => readonly Metric[]
}

/** What is counted while the server runs, in the text format of Prometheus. */
export const metricsRoutes: FastifyPluginAsyncZod<MetricsOptions> = async (app, {metrics}) => {
  app.get(
    '/metrics',
    {schema: {tags: ['system'], produces: ['text/plain'], response: {200: z.string()}}},
    async (_request, reply) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
      return metrics().map(linesOf).join('')
    },
  )
}

function linesOf({name, help, value}: Metric): string {
  const kind = name.endsWith('_total') ? 'counter' : 'gauge'
  return [
    `# HELP pulsewall_${name} ${help}`,
    `# TYPE pulsewall_${name} ${kind}`,
    `pulsewall_${name} ${value}`,
    '',
  ].join('\n')
}
