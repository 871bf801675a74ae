import bowser from 'bowser'
import * as routes from '../../../contract/wire/people/session'
import type {OwnSession} from '../../domain/user'
import type {Http, Options} from '../http'

export async function loadOwnSessions(http: Http, options: Options = {}): Promise<readonly OwnSession[]> {
  const sessions = await http.call(routes.listOwnSessions, options)
  return sessions.map(({userAgent, createdAt, lastSeenAt, ...session}) => ({
    ...session,
    startedAt: createdAt,
    lastUsedAt: lastSeenAt,
    ...namesIn(userAgent),
  }))
}

/** Fails with status 404 when it has ended already. */
export async function endOwnSession(http: Http, id: string, options: Options = {}): Promise<void> {
  await http.call(routes.endOwnSession, {body: {id}, ...options})
}

export async function endOtherSessions(http: Http, options: Options = {}): Promise<void> {
  await http.call(routes.endOtherSessions, options)
}

function namesIn(userAgent: string | null): Pick<OwnSession, 'browser' | 'system'> {
  if (userAgent === null || userAgent === '') return {browser: null, system: null}
  const {browser, os} = bowser.parse(userAgent)
  return {browser: browser.name || null, system: os.name || null}
}
