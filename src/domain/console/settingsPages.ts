import type {EntityType} from '../../../contract/wire/entities/attribute'
import {listedKinds, may, type Right} from '../rights'

/** The kinds of what belongs to an organisation. */
export const BELONGING = ['customer', 'user', 'device', 'asset'] as const satisfies readonly EntityType[]
type Belonging = (typeof BELONGING)[number]

export const TABS = {
  customer: 'customers',
  user: 'users',
  device: 'devices',
  asset: 'assets',
} as const satisfies Record<Belonging, string>

/** The pages of an organisation's settings that list no records. */
export const TASKS = ['thresholds', 'units', 'notifications', 'zone', 'walls', 'keys'] as const
export type Task = (typeof TASKS)[number]

export type SettingsPage = 'overview' | Task | (typeof TABS)[Belonging]

/** The last parts of addresses that lead to the list of a kind of records. */
export const LISTED_AT: Readonly<Record<string, Belonging>> = {
  people: 'user',
  ...Object.fromEntries(BELONGING.map(kind => [TABS[kind], kind])),
}

export const isTask = (page: string): page is Task => TASKS.some(task => task === page)

/** The tasks that need calls beside the specified ones, and the right to make them. */
const NEEDED: Partial<Record<Task, Right>> = {
  notifications: 'notifications',
  zone: 'organisation.edit',
  walls: 'wallLinks',
  keys: 'apiKeys',
}

/** The pages of an organisation's settings, in the order of what an admin comes for. */
export function settingsPages(authority: string, hasAdditions: boolean): readonly SettingsPage[] {
  const tasks = (...names: readonly Task[]) =>
    names.filter(name => {
      const right = NEEDED[name]
      return right === undefined || (hasAdditions && may(authority, right))
    })
  const lists = (...kinds: readonly Belonging[]) => listedKinds(authority, kinds).map(kind => TABS[kind])
  return [
    'overview',
    ...tasks('thresholds', 'units', 'notifications', 'zone', 'walls'),
    ...lists('user'),
    ...tasks('keys'),
    ...lists('customer', 'device', 'asset'),
  ]
}
