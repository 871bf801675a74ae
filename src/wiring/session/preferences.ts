import {combineLatest, distinctUntilChanged, map} from 'rxjs'
import {createActor, fromPromise} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import {loadPreferences, savePreferences} from '../../api/account/preferences'
import {knownPreferences, type StoredPreferences} from '../../domain/preferences'
import {WALL_AUTHORITY} from '../../domain/user'
import {connected} from '../../machines/ports'
import {type PreferencesRef, preferencesMachine} from '../../machines/preferences'
import type {SessionRef} from '../../machines/session'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {snapshotsOf} from '../links'
import type {PagePreferences} from './storedPreferences'

export interface PreferencesConnections extends Pick<Connections, 'http' | 'links'> {
  session: SessionRef
  page: Omit<PagePreferences, 'colorScheme'>
}

/** Keeps the preferences in the browser, and with the signed-in user on a server that offers it. */
export function createPreferences({http, links, session, page}: PreferencesConnections): PreferencesRef {
  const preferences = createActor(
    connected(preferencesMachine)({
      actors: {
        loadPreferences: fromPromise(async ({signal}) => knownPreferences(await loadPreferences(http, {signal}))),
        savePreferences: ask(http, (_, {change}, options) => savePreferences(http, change, options)),
      },
      actions: {
        store: (_, stored: StoredPreferences) => page.store(stored),
        reload: () => page.reload(),
      },
    }),
    {input: {...page.stored, spoken: page.stored.preferences.language}},
  ).start()
  // A screen with a wall link has none.
  const users = snapshotsOf(session).pipe(
    map(({context: {user}}) => (user === null || user.authority === WALL_AUTHORITY ? null : user.id)),
  )
  combineLatest([users, links])
    .pipe(
      map(([userId, {offer}]) => (isPulsewall(offer) ? userId : null)),
      distinctUntilChanged(),
    )
    .subscribe(userId => preferences.send(userId === null ? {type: 'account.left'} : {type: 'account.reached', userId}))
  return preferences
}
