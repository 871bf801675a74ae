import type {Milliseconds} from '../../../contract/wire/common'
import type {TemperatureUnit} from '../../../contract/wire/temperatureUnit'
import {loadProfile} from '../../api/account/profile'
import type {Http} from '../../api/http'
import {loadCurrentUser} from '../../api/session/user'
import type {CurrentUser} from '../../domain/session/user'

/** Whoever is signed in. The profile is asked only of a server that doesn't tell the temperature unit with the user. */
export async function readCurrentUser(http: Pick<Http, 'get'>, signal: AbortSignal): Promise<CurrentUser> {
  const user = await loadCurrentUser(http, {signal})
  return {...user, temperatureUnit: user.temperatureUnit ?? (await readTemperatureUnit(http, signal))}
}

/** Without a profile, or one that can't be read, it is celsius: nobody is kept out for that. */
async function readTemperatureUnit(http: Pick<Http, 'get'>, signal: AbortSignal): Promise<TemperatureUnit> {
  try {
    return (await loadProfile(http, {signal, giveUpAfter: PATIENCE}))?.temperatureUnit ?? 'celsius'
  } catch {
    return 'celsius'
  }
}

const PATIENCE: Milliseconds = 2000
