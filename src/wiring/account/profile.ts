import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {createProfile, loadProfile, updateProfile} from '../../api/account/profile'
import {loadReach, saveReach} from '../../api/account/reach'
import type {Profile} from '../../domain/account/profile'
import {profileMachine} from '../../machines/account/profile'
import {reachMachine} from '../../machines/account/reach'
import {connected} from '../../machines/ports'
import {ProfileScreen, type ProfileScreenProps} from '../../ui/account/profile/ProfileScreen'
import type {KeyValueStorage} from '../accessTokenMark'
import {ask} from '../ask'
import type {Connections} from '../connections'
import type {DraftsOf} from '../drafts'

export interface ProfileConnections
  extends Pick<Connections, 'http' | 'retries'>,
    Pick<ProfileScreenProps, 'firstWall'> {
  drafts: DraftsOf<Profile>
  storage: KeyValueStorage
}

export function createProfileScreen({http, retries, drafts, storage, firstWall}: ProfileConnections): ComponentType {
  const placeOf = (userId: string) => ({userId, screen: '/profile'})
  const logic = connected(profileMachine)({
    actors: {
      retries,
      loadProfile: fromPromise(({signal}) => loadProfile(http, {signal})),
      saveProfile: ask(http, (_, {profile, isNew}, options) =>
        isNew ? createProfile(http, profile, options) : updateProfile(http, profile, options),
      ),
    },
    actions: {
      storeDraft: (_, {userId, draft}) => drafts.keep(placeOf(userId), draft),
      reload: () => {
        storage.setItem(JUST_SAVED, 'yes')
        window.location.reload()
      },
    },
  })
  const reach = connected(reachMachine)({
    actors: {
      retries,
      load: fromPromise(({signal}) => loadReach(http, {signal})),
      save: ask(http, (_, {change}, options) => saveReach(http, change, options)),
    },
  })
  const isJustSaved = storage.getItem(JUST_SAVED) !== null
  storage.removeItem(JUST_SAVED)
  const inputOf = (userId: string) => ({userId, draft: drafts.find(placeOf(userId)), isJustSaved})
  return () => createElement(ProfileScreen, {logic, reach, inputOf, firstWall})
}

const JUST_SAVED = 'pulsewall.profileSaved'
