import type {Severity} from '../../../../contract/rules/thresholds'
import {textsOf} from '../../../domain/language'

/** The texts of what calls a person, whatever screen is open. */
export const texts = textsOf('alarms.bell', {
  none: 'Alarms: all are acknowledged',
  unacknowledged: 'Alarms not acknowledged',
  counted: {warning: 'warnings', critical: 'critical'} satisfies Record<Severity, string>,
  unknown: 'Alarms: not counted yet',
  outdated: 'not current',
  panel: {
    label: 'Alarms that need attention',
    all: 'All alarms',
    hint: 'acknowledges the alarm in focus, or the first.',
  },
  notification: (device: string, key: string) => `Critical alarm: ${device}, ${key}`,
  sound: {
    on: 'Sound on',
    off: 'Sound off',
    mute: 'Mute the sound',
    unmute: 'Switch the sound on',
    label: 'Sound for critical alarms',
    awaitingTouch: 'The sound starts with your first click on this page.',
  },
  notifications: {
    allow: 'Allow notifications',
    asking: 'Asking…',
    allowed: 'Notifications are on',
    refused: 'The browser refuses notifications.',
  },
})
