import {textsOf} from '../../language'
import type {Counts} from './description'

const one = {customers: 'customer', users: 'user', devices: 'device', assets: 'asset'} as const

export const texts = textsOf('records.consequences', {
  counted: (count: number, of: keyof Counts) => `${count.toLocaleString('en')} ${one[of]}${count === 1 ? '' : 's'}`,
  organisation: 'Its customers, users, devices, their telemetry and its assets go with it.',
  organisationCounted: (all: string) => `This also deletes ${all}, and the telemetry of its devices.`,
  organisationAttributes: 'Its attributes and those of all that belongs to it go, too.',
  customer: 'Its users, devices and assets stay with the organisation, without a customer.',
  customerCounted: (all: string) => `${all} stay with the organisation, without a customer.`,
  customerAttributes: 'Its attributes go with it.',
  user: 'The user is signed out everywhere and can’t log in any more. An admin can restore the account with a new password.',
  device: 'Its credentials, attributes and telemetry go with it. The device itself can’t send any more.',
  asset: 'Its attributes go with it. Assets that lie within it stay.',
})

/** Says what else a deletion does, one sentence each. Numbers are named when the server sends them. */
export const consequences = {
  organisation: (counts: Counts): readonly string[] => [
    isEmpty(counts)
      ? texts.organisation
      : texts.organisationCounted(counted(counts, ['customers', 'users', 'devices', 'assets'])),
    texts.organisationAttributes,
  ],
  customer: (counts: Counts): readonly string[] => [
    isEmpty(counts) ? texts.customer : texts.customerCounted(counted(counts, ['users', 'devices', 'assets'])),
    texts.customerAttributes,
  ],
  user: (): readonly string[] => [texts.user],
  device: (): readonly string[] => [texts.device],
  asset: (): readonly string[] => [texts.asset],
}

const isEmpty = (counts: Counts): boolean => Object.keys(counts).length === 0

const counted = (counts: Counts, names: readonly (keyof Counts)[]): string =>
  names
    .flatMap(name => {
      const count = counts[name]
      return count === undefined ? [] : [texts.counted(count, name)]
    })
    .join(', ')
