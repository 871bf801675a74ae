import type {Severity} from '../../../../contract/rules/thresholds'
import type {ChannelKind} from '../../../../contract/wire/target'
import {textsOf} from '../../../domain/language'
import type {TimeProblem} from '../../../domain/timeRange/absoluteTime'

/** The texts of the parts that screens share. */
export const texts = textsOf('kit', {
  breadcrumbs: 'Breadcrumbs',
  leaving: {
    heading: 'Leave without saving?',
    lead: 'What you changed in this form is not saved. If you leave, it is lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  inMaintenance: (time: string) => `in maintenance until ${time}`,
  dayNames: 'Mon Tue Wed Thu Fri Sat Sun',
  outcomes: 'Messages',
  closeOutcome: 'Close the message',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied',
  picker: {
    nothing: 'Nothing is found.',
    more: (count: string) => `${count} more. Type to find them.`,
  },
  severities: {warning: 'Warning', critical: 'Critical'} satisfies Record<Severity, string>,
  number: {
    any: 'Enter a number.',
    from: (least: string) => `Enter a number from ${least} on.`,
    between: (least: string, most: string) => `Enter a number from ${least} to ${most}.`,
  },
  timeProblems: {
    notUnderstood: (example: string) => `Write it as ${example}.`,
    noSuchDay: () => 'There is no such day.',
    skippedHour: () => 'The clocks skip this time on that day.',
  } satisfies Record<TimeProblem, (example: string) => string>,
  unknownZone: (name: string, zone: string) =>
    `The address names a time zone that is not known: ${name}. All times are those of ${zone}.`,
})

/** The kinds of channels of notifications. */
export const channelNames = textsOf('kit.channels', {
  email: 'mail',
  webhook: 'webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  telegram: 'Telegram',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  ntfy: 'ntfy',
  pushover: 'Pushover',
  gotify: 'Gotify',
  matrix: 'Matrix',
  push: 'Browsers (web push)',
  alertmanager: 'Alertmanager webhook',
  http: 'HTTP call',
} satisfies Record<ChannelKind, string>)

/** The words of buttons that many screens have. */
export const buttons = textsOf('kit.buttons', {
  retry: 'Retry',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  close: 'Close',
  delete: 'Delete',
  deleting: 'Deleting…',
})
