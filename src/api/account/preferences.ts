import type {PreferencesChange} from '../../../contract/wire/people/preferences'
import type {Preferences} from '../../domain/account/preferences'
import {anyAnswer} from '../anyServer'
import type {Http, Options} from '../http'

const PATH = '/api/v0/users/preferences'

/** Loads what the server keeps of the user's preferences, which may be anything. */
export function loadPreferences(http: Pick<Http, 'get'>, options: Options = {}): Promise<unknown> {
  return http.get(PATH, anyAnswer, options)
}

export async function savePreferences(http: Pick<Http, 'put'>, change: Partial<Preferences>, options: Options = {}) {
  const body: PreferencesChange = change
  await http.put(PATH, anyAnswer, {body, ...options})
}
