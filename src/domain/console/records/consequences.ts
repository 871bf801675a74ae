import type {Counts} from './description'

/** Says what else a deletion does, one sentence each. Numbers are named when the server sends them. */
export const consequences = {
  organisation: (counts: Counts): readonly string[] => [
    isEmpty(counts)
      ? 'Its customers, users, devices, their telemetry and its assets go with it.'
      : `With it go ${ORGANISATION.map(([name, one]) => counted(counts[name] ?? 0, one)).join(', ')}, and the telemetry of its devices.`,
    'Its attributes and those of all that belongs to it go, too.',
  ],
  customer: (counts: Counts): readonly string[] => [
    isEmpty(counts)
      ? 'Its users, devices and assets stay with the organisation, without a customer.'
      : `${CUSTOMER.map(([name, one]) => counted(counts[name] ?? 0, one)).join(', ')} stay with the organisation, without a customer.`,
    'Its attributes go with it.',
  ],
  user: (): readonly string[] => [
    'The user is signed out everywhere and can’t log in any more. An admin can restore the account with a new password.',
  ],
  device: (): readonly string[] => [
    'Its credentials, attributes and telemetry go with it. The device itself can’t send any more.',
  ],
  asset: (): readonly string[] => ['Its attributes go with it. Assets that lie within it stay.'],
}

const ORGANISATION = [
  ['customers', 'customer'],
  ['users', 'user'],
  ['devices', 'device'],
  ['assets', 'asset'],
] as const
const CUSTOMER = ORGANISATION.slice(1)

const isEmpty = (counts: Counts): boolean => Object.keys(counts).length === 0

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
