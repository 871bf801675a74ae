import type {ComponentType} from 'react'
import {createActor, fromPromise} from 'xstate'
import {clientConfig} from '../../contract/wire/config'
import {readStoredPreferences} from '../../src/domain/account/preferences'
import {createFormats} from '../../src/domain/format/formats'
import {createLoadMachine, type LoadLogic} from '../../src/machines/load'
import {preferencesMachine} from '../../src/machines/session/preferences'
import {sessionMachine} from '../../src/machines/session/session'
import type {Application} from '../../src/ui/kit/application'
import {frameWith} from './frame'

const never = createLoadMachine<ComponentType>()

export const lazily = <Part>(load: () => Promise<Part>): LoadLogic<Part> =>
  createLoadMachine<Part>().provide({actors: {load: fromPromise(load)}})

/** What parts of a screen need of the application, for those that are drawn without a page. */
export function applicationOf(zone = 'UTC'): Application {
  const frame = frameWith()
  return {
    config: clientConfig.parse({}),
    zone,
    unknownZone: null,
    formats: createFormats({zone, hours: null, language: 'en'}),
    createFormats: settings => createFormats({...settings, locale: 'en-GB'}),
    session: createActor(sessionMachine),
    preferences: createActor(preferencesMachine, {input: {...readStoredPreferences(null), spoken: 'en'}}).start(),
    screens: {
      dashboard: never,
      media: never,
      alarms: never,
      wall: never,
      wallLink: never,
      linkedWall: never,
      home: never,
      console: never,
      profile: never,
      security: never,
      register: never,
      passwordReset: never,
      newPassword: never,
      verification: never,
      firstAdmin: never,
    },
    lazily,
    shell: () => frame,
  }
}
