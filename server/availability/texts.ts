import {TITLE} from '../../contract/limits'

/** The mail about the week before. */
export const WEEKLY_EMAIL = {
  subject: (share: string) => `${TITLE}: ${share} available last week`,
  total: (share: string, from: string, until: string, zone: string) =>
    `From ${from} to ${until}, by the clocks of ${zone}, the devices were available for ${share} of the time: they had data, and no critical alarm.`,
  goal: (goal: string) => `The goal is ${goal}.`,
  maintenance: (hours: string) => `Maintenance is left out: ${hours}, all devices together.`,
  raised: (count: string) => `Alarms raised: ${count}.`,
  floods: (count: string) => `Floods of alarms: ${count}.`,
  standing: (count: string) => `Alarms that have stood for more than a day: ${count}.`,
  worst: 'The devices that were available least:',
  row: (name: string, share: string) => `${name}: ${share}`,
  open: 'Open the availability',
  why: 'You receive this mail on Mondays because you are an admin of the organisation. Your profile switches it off.',
}
