import {isDeepStrictEqual} from 'node:util'
import type {FastifyRequest, preValidationAsyncHookHandler} from 'fastify'
import {badRequest} from '../http/failures/errors'

/** The read-only fields that a client has sent back, by their names on the wire. */
export type Echoed = Readonly<Record<string, unknown>>

declare module 'fastify' {
  interface FastifyRequest {
    /** Only set when `setEchoesAside` is among the hooks of the route. */
    echoed: Echoed
  }
}

interface WithShape {
  shape: object
}

/** Other names under which the server sends the same fields. */
const ALIASES: Readonly<Record<string, string>> = {id: '_id', organisationId: 'organisation_id'}

/**
 * A client may send back an entity as it has read it. Fields that the server sends but the body doesn't have are set
 * aside before validation, and never applied. An empty text for an id becomes null.
 */
export function setEchoesAside({answer, body}: {answer: WithShape; body: WithShape}): preValidationAsyncHookHandler {
  const known = new Set(Object.keys(body.shape))
  const sent = [...Object.keys(answer.shape), ...Object.keys(ALIASES)].filter(name => !known.has(name))
  return async (request: FastifyRequest) => {
    const fields = request.body
    request.echoed = {}
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return
    const entries = Object.entries(fields)
    const others = entries.filter(([name]) => !sent.includes(name))
    request.echoed = Object.fromEntries(entries.filter(([name]) => sent.includes(name)))
    request.body = Object.fromEntries(others.map(([name, value]) => [name, isNoId(name, value) ? null : value]))
  }
}

const isNoId = (name: string, value: unknown): boolean => value === '' && name.endsWith('_id')

/** These change without a save, so a client may send an older value. */
const CHANGING_BY_THEMSELVES = ['counts', 'lastLogin']

/** Throws 400 when a read-only field was sent back with another value. */
export function refuseOther(before: object, echoed: Echoed) {
  const present = new Map<string, unknown>(Object.entries(before))
  for (const [name, value] of Object.entries(echoed)) {
    if (CHANGING_BY_THEMSELVES.includes(name)) continue
    if (!isDeepStrictEqual(present.get(ALIASES[name] ?? name), value)) throw badRequest(`${name}: can not be changed`)
  }
}
