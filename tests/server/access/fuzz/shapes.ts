import * as z from 'zod/mini'
import {routeOf} from '../cases'
import {type WireSchema, wireSchema} from './wire'

/** The parameters and the body in a route's schema; nothing where it is not documented. */
export interface Shape {
  method: string
  /** The path has `:name` or `*` for its variable parts. */
  path: string
  params: Record<string, WireSchema>
  query: WireSchema
  body: WireSchema | undefined
}

const operation = z.object({
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.optional(z.boolean()),
        schema: wireSchema,
      }),
    ),
  ),
  requestBody: z.optional(z.object({content: z.object({'application/json': z.object({schema: wireSchema})})})),
})
const openApi = z.object({paths: z.record(z.string(), z.record(z.string(), operation))})

/** `document`: the OpenAPI page's, which is made from the contract's schemas. */
export function shapesOf(document: unknown, calls: readonly string[]): Shape[] {
  const {paths} = openApi.parse(document)
  return calls.map(call => {
    const {method, url: path} = routeOf(call)
    const {parameters = [], requestBody} = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    const schemasIn = (place: string) =>
      Object.fromEntries(parameters.filter(one => one.in === place).map(({name, schema}) => [name, schema]))
    return {
      method,
      path,
      params: schemasIn('path'),
      query: {
        type: 'object',
        properties: schemasIn('query'),
        required: parameters.filter(one => one.in === 'query' && one.required).map(({name}) => name),
      },
      body: requestBody?.content['application/json'].schema,
    }
  })
}
