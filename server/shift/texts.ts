import {TITLE} from '../../contract/limits'

/** The texts of the mails about shifts. */
export const SHIFT_EMAIL = {
  handedOver: (who: string, time: string) => `${TITLE}: ${who} handed the shift over to you at ${time}`,
  noted: (who: string) => `${TITLE}: ${who} added a note to your shift`,
  noteOf: (who: string, time: string) => `${who}, ${time}:`,
  withoutNote: 'There is no note.',
  whyHandedOver: 'You receive this mail because you take over.',
  open: 'Open the shift',
  subject: (from: string, until: string) => `${TITLE}: shift from ${from} to ${until}`,
  range: (from: string, until: string, zone: string) => `The shift from ${from} to ${until}, by the clocks of ${zone}.`,
  by: (who: string, time: string) => `${who} handed over at ${time}.`,
  raised: (all: string, critical: string, warning: string) =>
    `Alarms raised: ${all} (${critical} critical, ${warning} warnings)`,
  ended: (count: string) => `Alarms ended: ${count}`,
  active: (active: string, unacknowledged: string) => `Active now: ${active}, not acknowledged: ${unacknowledged}`,
  acknowledged: (people: string) => `Acknowledged: ${people}`,
  count: (who: string, count: string) => `${who} (${count})`,
  unknown: 'unknown',
  longest: (what: string, length: string) => `Active long: ${what} (${length})`,
  flapping: (what: string, times: string) => `Raised often: ${what} (${times} times)`,
  unusual: (what: string, length: string) => `Unusual: ${what} (${length})`,
  lost: (count: string, silent: string) => `Links lost: ${count}, silent now: ${silent}`,
  silent: (what: string, length: string) => `Silent: ${what} (${length})`,
  maintenance: (title: string, from: string, until: string) => `Maintenance: ${title}, ${from} to ${until}`,
  commands: (sent: string, failed: string) => `Commands sent: ${sent}, failed: ${failed}`,
  change: (who: string, what: string, time: string) => `Change: ${what}, ${who}, ${time}`,
  length: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  whySent: (who: string) => `${who} sent you this shift.`,
}
