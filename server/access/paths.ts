import type {IncomingMessage} from 'node:http'
import {ACCESS} from './access'

const PATHS = new Set(Object.keys(ACCESS).map(call => call.replace(/^\S+ /, '')))

/**
 * A call is found with or without a slash at the end of its path. When the access table has both, they are two calls:
 * `user/register` is for admins, and `user/register/` is for everybody.
 */
export function asRegistered({url = '/'}: Pick<IncomingMessage, 'url'>): string {
  const path = url.replace(/\?.*/s, '')
  const query = url.slice(path.length)
  if (!path.startsWith('/api/') || PATHS.has(path)) return url
  if (path.endsWith('/')) return `${path.slice(0, -1)}${query}`
  return PATHS.has(`${path}/`) ? `${path}/${query}` : url
}
