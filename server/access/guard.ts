import type {FastifyInstance, FastifyRequest, RouteOptions} from 'fastify'
import {forbidden} from '../http/errors'
import {ACCESS, type Access, accessTo, mayCall} from './access'
import {type FindViewer, limitUsers, requireSession} from './viewer'

export interface GuardOptions {
  findViewer: FindViewer
  /** Of each user, in ThingsBoard's form. */
  userLimits: string
  /** Of routes that are added to the built app. */
  furtherAccess: Readonly<Record<string, Access>>
}

/** Puts a guard before every route that is registered from here on, as `ACCESS` says; a route that is missing there is refused. */
export function guardRoutes(app: FastifyInstance, {findViewer, userLimits, furtherAccess}: GuardOptions) {
  const table = {...ACCESS, ...furtherAccess}
  const requireViewer = requireSession(findViewer)
  const limit = limitUsers(userLimits)
  app.addHook('onRoute', route => {
    const access = accessOf(table, route)
    const {who} = access
    if (who === 'everyone' || who === 'device') return
    const authorised = who === 'signedIn' ? [] : [requireAuthority(access)]
    route.onRequest = [requireViewer, limit, ...authorised, ...[route.onRequest ?? []].flat()]
    // A caller that takes long to send a body may have lost its session or authority by the end.
    if (bringsBody(route)) route.preHandler = [requireViewer, ...authorised, ...[route.preHandler ?? []].flat()]
  })
}

/** Each method has its own row, so a route of several could get the guard of one of them only; HEAD goes with GET. */
function accessOf(table: Readonly<Record<string, Access>>, {method, url}: RouteOptions): Access {
  const [name, ...others] = new Set([method].flat().map(one => (one === 'HEAD' ? 'GET' : one)))
  if (others.length > 0) throw new Error(`${[method].flat().join(', ')} ${url} must be registered method by method`)
  return accessTo(table, `${name} ${url}`)
}

const bringsBody = ({method}: RouteOptions): boolean => !['GET', 'HEAD'].includes([method].flat()[0] ?? '')

function requireAuthority(access: Access) {
  return async ({viewer}: FastifyRequest) => {
    if (!mayCall(access, viewer)) throw forbidden('Your account may not do this.')
  }
}
