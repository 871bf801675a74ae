import type {FastifyInstance, FastifyRequest, RouteOptions} from 'fastify'
import * as z from 'zod/mini'
import {entityType} from '../../contract/wire/attribute'
import {id} from '../../contract/wire/common'
import {forbidden, noSuch} from '../http/errors'
import {ACCESS, type Access, accessTo, mayCall} from './access'
import {type FindAsking, limitUsers, type Named, requireSession} from './viewer'

export interface GuardOptions {
  findAsking: FindAsking
  /** The limits of each user, in ThingsBoard's form. */
  userLimits: string
  /** The rows of routes that are added to the built app, or rows in place of the table's. */
  furtherAccess: Readonly<Record<string, Access>>
}

/**
 * Puts a guard before every route that is registered from here on, as `ACCESS` says; a route that is missing there is
 * refused.
 */
export function guardRoutes(app: FastifyInstance, {findAsking, userLimits, furtherAccess}: GuardOptions) {
  const table = {...ACCESS, ...furtherAccess}
  const limit = limitUsers(userLimits)
  app.addHook('onRoute', route => {
    const access = accessOf(table, route)
    const {who, on} = access
    if (who === 'everyone' || who === 'device') return
    requireNames(route, on)
    const requireViewer = requireSession(findAsking, request => on && namedBy(on, request))
    const guards = [requireAuthority(access), ...(on ? [refuseOutOfReach(on)] : [])]
    route.onRequest = [requireViewer, limit, ...guards, ...[route.onRequest ?? []].flat()]
    // During a body that takes long to arrive its sender may lose the session, the authority or the reach.
    const again = bringsBody(route) ? [requireViewer, ...guards] : []
    route.preHandler = [...again, ...(on ? [requireReach(on)] : []), ...[route.preHandler ?? []].flat()]
  })
}

/** Each method has its own row, so a route of several could get the guard of one of them only; HEAD goes with GET. */
function accessOf(table: Readonly<Record<string, Access>>, {method, url}: RouteOptions): Access {
  const [name, ...others] = new Set([method].flat().map(one => (one === 'HEAD' ? 'GET' : one)))
  if (others.length > 0) throw new Error(`${[method].flat().join(', ')} ${url} must be registered method by method`)
  return accessTo(table, `${name} ${url}`)
}

/** What a path names must be guarded, and what is guarded must be named. */
function requireNames({method, url}: RouteOptions, on: Access['on']) {
  const names = on === undefined ? [] : on === 'named' ? [':entityType', ':entityId'] : [':id']
  const isNamed = names.every(name => url.split('/').includes(name))
  if (!isNamed || (on === undefined && url.includes('/:'))) {
    throw new Error(`${[method].flat().join(', ')} ${url} does not name what the access table says`)
  }
}

const oneOfKind = z.object({id})
const oneOfAnyKind = z.object({entityType, entityId: id})

/** Undefined for what can't be an id: the schema of the call says what is wrong with it. */
function namedBy(on: NonNullable<Access['on']>, {params}: FastifyRequest): Named | undefined {
  if (on !== 'named') {
    const one = oneOfKind.safeParse(params).data
    return one && {kind: on, id: one.id}
  }
  const one = oneOfAnyKind.safeParse(params).data
  return one && {kind: one.entityType, id: one.entityId}
}

/** Before a body is read. What can't be an id is left to the schema of the call. */
const refuseOutOfReach = (on: NonNullable<Access['on']>) => async (request: FastifyRequest) => {
  if (request.isWithinReach === false) throw nothingOf(on, request)
}

/**
 * Before the handler, which so can't answer with what is out of reach even where it has no schema and asks for nothing
 * itself.
 */
const requireReach = (on: NonNullable<Access['on']>) => async (request: FastifyRequest) => {
  if (request.isWithinReach !== true) throw nothingOf(on, request)
}

function nothingOf(on: NonNullable<Access['on']>, request: FastifyRequest) {
  const kind = namedBy(on, request)?.kind ?? 'entity'
  return noSuch(kind === 'ownOrganisation' ? 'organisation' : kind)
}

const bringsBody = ({method}: RouteOptions): boolean => !['GET', 'HEAD'].includes([method].flat()[0] ?? '')

function requireAuthority(access: Access) {
  return async ({viewer}: FastifyRequest) => {
    if (!mayCall(access, viewer)) throw forbidden('Your account may not do this.')
  }
}
