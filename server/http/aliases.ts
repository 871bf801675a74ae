import type {FastifyInstance} from 'fastify'
import {isDeviceApi} from './origin'

/**
 * The specification names most fields twice, `organisationId` and `organisation_id`. Whichever of them a schema of the
 * body or of the query has, the other is taken for it; both at once are left to the schema. The calls of devices have the names
 * that ThingsBoard gives them.
 */
export function takeAliases(app: FastifyInstance) {
  app.addHook('preValidation', async request => {
    if (isDeviceApi(request.url)) return
    const {body, querystring} = request.routeOptions.schema ?? {}
    request.body = renamed(request.body, body)
    request.query = renamed(request.query, querystring)
  })
}

function renamed(fields: unknown, schema: unknown): unknown {
  if (!isRecord(fields) || !isRecord(schema) || !isRecord(schema.shape)) return fields
  const {shape} = schema
  const names = new Map(Object.keys(shape).map(name => [inCamelCase(name), name]))
  const named = Object.entries(fields).map(([given, value]) => {
    const name = given in shape ? given : (names.get(inCamelCase(given)) ?? given)
    return [name in fields ? given : name, value]
  })
  return Object.fromEntries(named)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inCamelCase = (name: string): string =>
  name.replace(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase())
