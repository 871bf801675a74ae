import type {FastifyInstance, FastifyRequest, RouteOptions} from 'fastify'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {entityType} from '../../contract/wire/entities/attribute'
import {forbidden, noSuch, tooManyRequests} from '../http/failures/errors'
import {ACCESS, type Access, accessTo, mayCall} from './access'
import {type Finders, limitUsers, type Named, requireSession, type Viewer} from './viewer'

export interface GuardOptions extends Finders {
  /** The limits of each user, in ThingsBoard's form. */
  userLimits: string
  /** Rows for routes that are added to the built app, or that replace rows of the table. */
  furtherAccess: Readonly<Record<string, Access>>
  /** The number of calls that run at once for one organisation. Its other calls wait. */
  laneWidth: number
}

/**
 * Guards every route that is registered after this call, as `ACCESS` says. A route that is missing there can't be
 * registered.
 */
export function guardRoutes(app: FastifyInstance, {userLimits, furtherAccess, laneWidth, ...finders}: GuardOptions) {
  const table = {...ACCESS, ...furtherAccess}
  const limit = limitUsers(userLimits)
  const enterLane = createLanes(laneWidth)
  const leaveLane = async (request: FastifyRequest) => request.leaveLane?.()
  app.addHook('onRoute', route => {
    const access = accessOf(table, route)
    const {who, on} = access
    if (who === 'everyone' || who === 'device') return
    requireNames(route, on)
    const requireViewer = requireSession(finders, request => on && namedBy(on, request))
    const guards = [requireAuthority(access), ...(on ? [refuseOutOfReach(on)] : [])]
    const remember = route.config?.isUpload ? [rememberChecks([requireViewer, ...guards])] : []
    route.onRequest = [requireViewer, limit, ...guards, ...remember, ...[route.onRequest ?? []].flat()]
    // A slow body gives its sender time to lose the session, the authority or the reach, so all are checked again after
    // it.
    const again = bringsBody(route) ? [requireViewer, ...guards] : []
    // An upload waits for its sender, who would hold up others.
    const lane = route.config?.isUpload ? [] : [enterBy(enterLane)]
    route.preHandler = [...lane, ...again, ...(on ? [requireReach(on)] : []), ...[route.preHandler ?? []].flat()]
    // A streamed answer goes at its reader's pace, so its call leaves the lane first.
    route.onSend = [leaveLane, ...[route.onSend ?? []].flat()]
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, which may be a form, and calls `checkAgain` after it. */
    isUpload?: boolean
  }
  interface FastifyRequest {
    /**
     * Throws when the caller has lost the session, the authority or the reach in the meantime. Only uploads have it.
     */
    checkAgain(): Promise<void>
    leaveLane?: () => void
  }
}

/** People without an organisation, who are SYS_ADMINs, have a lane of their own. */
const enterBy = (enterLane: EnterLane) => async (request: FastifyRequest) => {
  request.leaveLane = await enterLane(request.viewer.organisationId ?? '')
}

const rememberChecks =
  (checks: readonly ((request: FastifyRequest) => Promise<void>)[]) => async (request: FastifyRequest) => {
    request.checkAgain = async () => {
      for (const check of checks) await check(request)
    }
  }

/**
 * A route with several methods is refused, because each has its own row and only one guard would apply. HEAD shares the
 * row of GET.
 */
function accessOf(table: Readonly<Record<string, Access>>, {method, url}: RouteOptions): Access {
  const [name, ...others] = new Set([method].flat().map(one => (one === 'HEAD' ? 'GET' : one)))
  if (others.length > 0) throw new Error(`${[method].flat().join(', ')} ${url} must be registered method by method`)
  return accessTo(table, `${name} ${url}`)
}

/** The path parameters of a route must match its row, so that no entity in a path goes unchecked. */
function requireNames({method, url}: RouteOptions, on: Access['on']) {
  const names = on === undefined ? [] : on === 'named' ? [':entityType', ':entityId'] : [':id']
  const isNamed = names.every(name => url.split('/').includes(name))
  if (!isNamed || (on === undefined && url.includes('/:'))) {
    throw new Error(`${[method].flat().join(', ')} ${url} does not name what the access table says`)
  }
}

const oneOfKind = z.object({id})
const oneOfAnyKind = z.object({entityType, entityId: id})

/** Undefined for a malformed id, which the schema of the call refuses with a better message. */
function namedBy(on: NonNullable<Access['on']>, {params}: FastifyRequest): Named | undefined {
  if (on !== 'named') {
    const one = oneOfKind.safeParse(params).data
    return one && {kind: on, id: one.id}
  }
  const one = oneOfAnyKind.safeParse(params).data
  return one && {kind: one.entityType, id: one.entityId}
}

/** Runs before the body is read. A malformed id is left to the schema of the call. */
const refuseOutOfReach = (on: NonNullable<Access['on']>) => async (request: FastifyRequest) => {
  if (request.isWithinReach === false) throw nothingOf(on, request)
}

/**
 * Runs before the handler, so that an entity out of reach stays hidden even when the handler has no schema and checks
 * nothing.
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
    if (mayCall(access, viewer)) return
    throw forbidden(refusalOf(viewer))
  }
}

function refusalOf({needsSecondFactor, scope}: Viewer): string {
  if (needsSecondFactor) return 'Your account needs a second factor first.'
  return scope === undefined ? 'Your account may not do this.' : 'The API key may not do this.'
}

/** Enters a lane. Resolves to a function that leaves it, which may be called more than once. */
type EnterLane = (lane: string) => Promise<() => void>

interface Lane {
  busy: number
  waiting: (() => void)[]
}

/** Longer queues are in vain: the senders of their first calls have given up. */
const LONGEST_LINE = 500

/**
 * Each lane has room for this many at once; others wait in its line, first come, first served. Throws 429 when the line
 * is too long. So the slow calls of one organisation never take all connections to the database.
 */
export function createLanes(width: number): EnterLane {
  const lanes = new Map<string, Lane>()

  function leave(name: string, lane: Lane) {
    const next = lane.waiting.shift()
    if (next !== undefined) return next()
    lane.busy--
    if (lane.busy === 0) lanes.delete(name)
  }

  return async name => {
    const lane = lanes.get(name) ?? {busy: 0, waiting: []}
    lanes.set(name, lane)
    if (lane.busy < width) lane.busy++
    else if (lane.waiting.length >= LONGEST_LINE) throw tooManyRequests(1000)
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      leave(name, lane)
    }
  }
}
