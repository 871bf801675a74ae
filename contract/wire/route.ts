import * as z from 'zod/mini'

/**
 * A call of the API: its request and its answer. A path names its parameters as `:id`, and each is an id where `params`
 * says nothing else. The answer has the status 200, and 204 when it is `nothing`, or `status`.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly answer: z.ZodMiniType
  readonly status?: number
  /** The specification does not have the call. */
  readonly isAddition?: true
}

/** The answer of a call that succeeds by its status: nobody reads its body. */
export const nothing = z.unknown()

/** Without side effects, so that a page is built without the routes that it does not call. */
// @__NO_SIDE_EFFECTS__
export const route = <
  const Method extends Route['method'],
  const Path extends string,
  Parts extends Omit<Route, 'method' | 'path'>,
>(
  method: Method,
  path: Path,
  parts: Parts,
) => ({method, path, ...parts})

/** A call that Pulsewall adds to those of the specification. A server of the specification alone answers it with 404. */
// @__NO_SIDE_EFFECTS__
export const addition = <
  const Method extends Route['method'],
  const Path extends string,
  Parts extends Omit<Route, 'method' | 'path'>,
>(
  method: Method,
  path: Path,
  parts: Parts,
) => ({...route(method, path, parts), isAddition: true as const})

/** The names of the parameters in a path. */
export type ParamOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never
