import {waitFor} from 'xstate'
import type {Milliseconds, TemperatureUnit} from '../../../contract/wire/common'
import type {Http} from '../../api/http'
import {loadCurrentUser} from '../../api/session/user'
import {type LandingRoute, landingRoute} from '../../domain/landing'
import type {CurrentUser} from '../../domain/user'
import type {SessionRef} from '../../machines/session'

/** Reads the signed-in user. The profile is only read when the server doesn't send the temperature unit here. */
export async function readCurrentUser(http: Pick<Http, 'call'>, signal: AbortSignal): Promise<CurrentUser> {
  const user = await loadCurrentUser(http, {signal})
  return {...user, temperatureUnit: user.temperatureUnit ?? (await readTemperatureUnit(http, signal))}
}

/** Without a profile, or when it can't be read, the unit is celsius, so that the user can still sign in. */
async function readTemperatureUnit(http: Pick<Http, 'call'>, signal: AbortSignal): Promise<TemperatureUnit> {
  try {
    const {loadProfile} = await import('../../api/account/profile')
    return (await loadProfile(http, {signal, giveUpAfter: PATIENCE}))?.temperatureUnit ?? 'celsius'
  } catch {
    return 'celsius'
  }
}

const PATIENCE: Milliseconds = 2000

/** Reads the user again, and returns the page that `/` leads to. */
export async function land(session: SessionRef): Promise<LandingRoute> {
  session.send({type: 'user.requested'})
  const {context} = await waitFor(session, snapshot => !snapshot.hasTag('userBeingRead'))
  return landingRoute(context.user?.authority)
}
