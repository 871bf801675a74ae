import {createActor} from 'xstate'
import {clientConfig} from '../../contract/wire/config'
import {createFormats} from '../../src/domain/format/formats'
import {readStoredPreferences} from '../../src/domain/preferences'
import {createLoadMachine} from '../../src/machines/load'
import {preferencesMachine} from '../../src/machines/preferences'
import {sessionMachine} from '../../src/machines/session'
import type {Application} from '../../src/ui/kit/application'
import {frameWith, neverLoaded} from './frame'

/** The application for parts of a screen that are drawn without a page. */
export function applicationOf(zone = 'UTC'): Application {
  const frame = frameWith()
  return {
    config: clientConfig.parse({}),
    zone,
    unknownZone: null,
    now: Date.now,
    formats: createFormats({zone, hours: null, language: 'en'}),
    createFormats: settings => createFormats({...settings, locale: 'en-GB'}),
    session: createActor(sessionMachine),
    preferences: createActor(preferencesMachine, {input: {...readStoredPreferences(null, 'en'), spoken: 'en'}}).start(),
    screens: {
      dashboard: neverLoaded,
      media: neverLoaded,
      alarms: neverLoaded,
      wall: neverLoaded,
      wallLink: neverLoaded,
      linkedWall: neverLoaded,
      overview: neverLoaded,
      home: neverLoaded,
      console: neverLoaded,
      profile: neverLoaded,
      security: neverLoaded,
      register: neverLoaded,
      passwordReset: neverLoaded,
      newPassword: neverLoaded,
      verification: neverLoaded,
      firstAdmin: neverLoaded,
      acknowledgement: neverLoaded,
      serverHealth: neverLoaded,
    },
    thresholdInPlace: () => new Promise(() => {}),
    lazily: createLoadMachine,
    shell: () => frame,
  }
}
