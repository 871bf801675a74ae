import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {Counter, Gauge, Histogram, Registry} from 'prom-client'
import * as z from 'zod/mini'
import {errorBody} from '../../../contract/wire/common'
import {forbidden} from '../failures/errors'
import {isLoopback} from '../network'
import {hashToken} from '../secrets'

/** A number that its noun holds, and that is read on request. */
export interface Metric {
  /** The name in the words of Prometheus, without the name of the product. A sum that only grows ends with `_total`. */
  name: string
  help: string
  /** An undefined gauge is absent. While it can't be read, the metric is not a number. */
  value: () => number | undefined | Promise<number | undefined>
}

/** Numbers of several of a kind, distinguished by a label. */
export interface LabelledMetric extends Omit<Metric, 'value'> {
  label: string
  /** Unreadable values are absent. */
  values: () => Labelled | Promise<Labelled>
}

type Labelled = readonly (readonly [of: string, value: number])[]

export interface Metrics {
  add(metrics: readonly Metric[]): void
  addLabelled(metrics: readonly LabelledMetric[]): void
  /** Adds a duration in seconds. Call the returned function with each one. */
  addDuration(name: string, help: string): (seconds: number) => void
  /** Counts events by kind. Call the returned function with each one. */
  addCounts(name: string, help: string, label: string): (kind: string | number, times?: number) => void
  /** Adds information in words: the value is 1, and the labels hold them. */
  addInfo(name: string, help: string, labels: Readonly<Record<string, string>>): void
  /** All of them, in the text format of Prometheus. */
  asText(): Promise<string>
}

const PREFIX = 'pulsewall_'
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    add(metrics) {
      for (const {name, help, value} of metrics) {
        const described = {name: `${PREFIX}${name}`, help, registers}
        if (name.endsWith('_total')) {
          new Counter({
            ...described,
            async collect() {
              const sum = await readOr(Number.NaN, value)
              this.reset()
              this.inc(sum)
            },
          })
        } else {
          new Gauge({
            ...described,
            async collect() {
              const read = await readOr(Number.NaN, value)
              if (read === undefined) this.remove()
              else this.set(read)
            },
          })
        }
      }
    },
    addLabelled(metrics) {
      for (const {name, help, label, values} of metrics) {
        const described = {name: `${PREFIX}${name}`, help, labelNames: [label], registers}
        if (name.endsWith('_total')) {
          new Counter({
            ...described,
            async collect() {
              const sums = await readOr([], values)
              this.reset()
              for (const [of, sum] of sums) this.inc({[label]: of}, sum)
            },
          })
        } else {
          new Gauge({
            ...described,
            async collect() {
              const read = await readOr([], values)
              this.reset()
              for (const [of, value] of read) this.set({[label]: of}, value)
            },
          })
        }
      }
    },
    addDuration(name, help) {
      const histogram = new Histogram({name: `${PREFIX}${name}`, help, buckets: SECONDS, registers})
      return seconds => histogram.observe(seconds)
    },
    addCounts(name, help, label) {
      const counter = new Counter({name: `${PREFIX}${name}`, help, labelNames: [label], registers})
      return (kind, times = 1) => counter.inc({[label]: kind}, times)
    },
    addInfo(name, help, labels) {
      new Gauge({name: `${PREFIX}${name}`, help, labelNames: Object.keys(labels), registers}).set(labels, 1)
    },
    asText: () => registry.metrics(),
  }
}

/** Unreadable metrics must not hide the others: they are needed most when the database is away. */
async function readOr<Value>(unread: Value, read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch {
    return unread
  }
}

export interface MetricsOptions {
  metrics: Metrics
  /** The bearer of this token may read them from anywhere. Without one, only programs on this machine may. */
  token: string | undefined
}

/** The metrics of the running server. */
export const metricsRoutes: FastifyPluginAsyncZod<MetricsOptions> = async (app, {metrics, token}) => {
  app.get(
    '/metrics',
    {schema: {tags: ['system'], produces: ['text/plain'], response: {200: z.string(), 403: errorBody}}},
    async (request, reply) => {
      if (!mayRead(request.ip, request.headers.authorization)) throw forbidden(REFUSED)
      reply.type('text/plain; version=0.0.4; charset=utf-8')
      return metrics.asText()
    },
  )

  function mayRead(address: string, authorization = ''): boolean {
    if (token === undefined) return isLoopback(address)
    return hashToken(authorization) === hashToken(`Bearer ${token}`)
  }
}

const REFUSED = 'Metrics are sent to callers with the token of METRICS_TOKEN; without one, to programs on this machine.'
