import {isDeepStrictEqual} from 'node:util'
import type {FastifyRequest, preValidationAsyncHookHandler} from 'fastify'
import {badRequest} from '../http/errors'

/** What of an entity's own fields came back in a body, by their names on the wire. */
export type Echoed = Readonly<Record<string, unknown>>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where `setEchoesAside` is hooked in. */
    echoed: Echoed
  }
}

interface WithShape {
  shape: object
}

/** Other names of fields that the server sends. */
const ALIASES: Readonly<Record<string, string>> = {id: '_id', organisationId: 'organisation_id'}

/**
 * A client may send back what it has read: the fields that the server itself sends and that the body does not know are
 * set aside before the body is validated, and never applied. An empty text for an id is none.
 */
export function setEchoesAside(wire: WithShape, body: WithShape): preValidationAsyncHookHandler {
  const known = new Set(Object.keys(body.shape))
  const sent = [...Object.keys(wire.shape), ...Object.keys(ALIASES)].filter(name => !known.has(name))
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

/** They change without anybody's saving the entity, so an older value is no wish. */
const CHANGING_BY_THEMSELVES = ['counts', 'lastLogin']

/** Throws 400 for a field that nobody changes and that came back as another than it is. */
export function refuseOther(before: object, echoed: Echoed) {
  const present = new Map<string, unknown>(Object.entries(before))
  for (const [name, value] of Object.entries(echoed)) {
    if (CHANGING_BY_THEMSELVES.includes(name)) continue
    if (!isDeepStrictEqual(present.get(ALIASES[name] ?? name), value)) throw badRequest(`${name}: can not be changed`)
  }
}
