import type {FastifyInstance, onRequestAsyncHookHandler, RouteOptions} from 'fastify'
import {ACCESS, type Access} from './access'
import {forbidden} from './errors'
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
  const signedIn = [requireSession(findViewer), limitUsers(userLimits)]
  app.addHook('onRoute', route => {
    const {who} = accessOf(table, route)
    if (who === 'everyone' || who === 'device') return
    const guards = who === 'signedIn' ? signedIn : [...signedIn, requireAuthority(who)]
    route.onRequest = [...guards, ...[route.onRequest ?? []].flat()]
  })
}

function accessOf(table: Readonly<Record<string, Access>>, {method, url}: RouteOptions): Access {
  const [name] = [method].flat()
  const call = `${name === 'HEAD' ? 'GET' : name} ${url}`
  const access = table[call]
  if (access === undefined) throw new Error(`${call} is missing in the access table`)
  return access
}

function requireAuthority(allowed: Exclude<Access['who'], string>): onRequestAsyncHookHandler {
  return async ({viewer}) => {
    if (!allowed.includes(viewer.authority)) throw forbidden('Your account may not do this.')
  }
}
