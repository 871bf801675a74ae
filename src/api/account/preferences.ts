import {changeOwnPreferences, readOwnPreferences} from '../../../contract/wire/people/preferences'
import type {Preferences} from '../../domain/preferences'
import {anyAnswer as answer} from '../anyServer'
import type {Http, Options} from '../http'

/** Loads what the server keeps of the user's preferences, which may be anything. */
export function loadPreferences(http: Pick<Http, 'call'>, options: Options = {}): Promise<unknown> {
  return http.call({...readOwnPreferences, answer}, {asOfPage: true, ...options})
}

export async function savePreferences(http: Pick<Http, 'call'>, change: Partial<Preferences>, options: Options = {}) {
  await http.call({...changeOwnPreferences, answer}, {body: change, ...options})
}
