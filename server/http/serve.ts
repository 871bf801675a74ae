import {Readable} from 'node:stream'
import type {FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions} from 'fastify'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {nothing, type ParamOf, type Route} from '../../contract/wire/route'
import {refusals as usual} from './failures/errors'

/** A route of the contract, with its settings on the server. */
export interface ServedRoute extends Route, Pick<FastifySchema, 'consumes' | 'description' | 'produces'> {
  /** The answers with a status of 400 or above; without it, the common ones of most calls. */
  refusals?: Readonly<Record<number, z.ZodMiniType>>
  /** Further answers of success, by their statuses. The handler sends them by the reply. */
  otherwise?: Readonly<Record<number, z.ZodMiniType>>
  options?: Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'exposeHeadRoute' | 'onRequest' | 'preValidation'>
}

interface Asked<R extends ServedRoute> {
  Params: R extends {params: z.ZodMiniType} ? z.output<R['params']> : Record<ParamOf<R['path']>, string>
  Querystring: R extends {query: z.ZodMiniType} ? z.output<R['query']> : unknown
  Body: R extends {body: z.ZodMiniType} ? z.output<R['body']> : unknown
}

/** A call that is answered with nothing has a handler without a result. Any handler may send by the reply. */
type Handler<R extends ServedRoute> = (
  request: FastifyRequest<Asked<R>>,
  reply: FastifyReply<{Reply: z.output<R['answer']> | RefusalOf<R>}>,
) => Promise<z.output<R['answer']> | FastifyReply> | z.output<R['answer']>

type RefusalOf<R> = R extends {refusals: Readonly<Record<number, infer Body extends z.ZodMiniType>>}
  ? z.output<Body>
  : never

/** Registers handlers of routes of the contract, under a tag of the description of the API. */
export const serving =
  (app: FastifyInstance, tag: string) =>
  <const R extends ServedRoute>(route: R, handler: Handler<R>) => {
    const {method, path, query, body, answer, status = answer === nothing ? 204 : 200, isAddition = false} = route
    const {consumes, description, produces, params = idsOf(path), refusals = usual, otherwise = {}, options} = route
    app.route<Asked<R>>({
      ...options,
      config: {...options?.config, isAddition},
      method,
      url: path,
      schema: {
        tags: [tag],
        ...(consumes && {consumes}),
        ...(description !== undefined && {description}),
        ...(produces && {produces}),
        ...(params && {params}),
        ...(query && {querystring: query}),
        ...(body && {body}),
        response: {[status]: status === 204 ? z.null() : answer, ...otherwise, ...refusals},
      },
      handler: async (request, reply) => {
        const answered = await handler(request, reply.code(status))
        return answer === nothing ? null : answered
      },
    })
  }

/** Undefined for a path without parameters. */
function idsOf(path: string): z.ZodMiniType | undefined {
  const names = path.split('/').filter(part => part.startsWith(':'))
  return names.length === 0 ? undefined : z.object(Object.fromEntries(names.map(name => [name.slice(1), id])))
}

/** The first page is made before anything is sent, so that a failing database is still answered with 503. */
export async function streamed(pages: AsyncGenerator<string>): Promise<Readable> {
  return Readable.from(continued(await pages.next(), pages))
}

async function* continued(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
