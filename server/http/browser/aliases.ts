import type {FastifyInstance, preValidationAsyncHookHandler} from 'fastify'
import {isDeviceApi} from './origin'

/**
 * The specification names most fields twice, `organisationId` and `organisation_id`. Whichever of them a schema of
 * the body or of the query has, the other is taken for it; both at once are left to the schema. The calls of devices
 * have the names that ThingsBoard gives them.
 */
export function takeAliases(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (isDeviceApi(route.url)) return
    const [inBody, inQuery] = [namer(route.schema?.body), namer(route.schema?.querystring)]
    if (inBody === undefined && inQuery === undefined) return
    const rename: preValidationAsyncHookHandler = async request => {
      if (inBody) request.body = inBody(request.body)
      if (inQuery) request.query = inQuery(request.query)
    }
    route.preValidation = [rename, ...[route.preValidation ?? []].flat()]
  })
}

/** Gives fields the names of a schema; undefined for one that names none. */
function namer(schema: unknown) {
  if (!isRecord(schema) || !isRecord(schema.shape)) return undefined
  const {shape} = schema
  const names = new Map(Object.keys(shape).map(name => [inCamelCase(name), name]))
  return (fields: unknown): unknown => {
    if (!isRecord(fields)) return fields
    const named = Object.entries(fields).map(([given, value]) => {
      const name = given in shape ? given : (names.get(inCamelCase(given)) ?? given)
      return [name in fields ? given : name, value]
    })
    return Object.fromEntries(named)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inCamelCase = (name: string): string =>
  name.replace(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase())
