import type {EntityType} from '../../contract/wire/entities/attribute'
import type {Authority} from '../../contract/wire/people/user'

const SYSTEM: readonly Authority[] = ['SYS_ADMIN']
const ORGANISATIONS: readonly Authority[] = [...SYSTEM, 'ORGANISATION_ADMIN']
const ADMINS: readonly Authority[] = [...ORGANISATIONS, 'CUSTOMER_ADMIN']
const PEOPLE: readonly Authority[] = [...ADMINS, 'CUSTOMER_USER']

/**
 * The actions that each authority may do in the console, within its reach. The right to change a record includes its
 * attributes and thresholds. `tests/domain/console/rights.test.ts` holds it to what the server allows.
 */
const RIGHTS = {
  'organisation.list': SYSTEM,
  'organisation.read': ORGANISATIONS,
  'organisation.create': SYSTEM,
  'organisation.edit': ORGANISATIONS,
  'organisation.delete': SYSTEM,
  'organisation.health': ORGANISATIONS,
  'customer.list': ORGANISATIONS,
  'customer.read': ADMINS,
  'customer.create': ORGANISATIONS,
  'customer.edit': ORGANISATIONS,
  'customer.delete': ORGANISATIONS,
  'user.list': ADMINS,
  'user.listUnassigned': SYSTEM,
  'user.read': ADMINS,
  'user.create': ADMINS,
  'user.edit': ADMINS,
  'user.delete': ADMINS,
  'user.invite': ADMINS,
  'user.signOut': ADMINS,
  'user.rescue': ADMINS,
  'user.move': SYSTEM,
  'device.list': ADMINS,
  'device.read': ADMINS,
  'device.create': ADMINS,
  'device.import': ADMINS,
  'device.edit': ADMINS,
  'device.delete': ADMINS,
  'device.credentials': ADMINS,
  'device.command': ADMINS,
  // Assets name others, which a customer's admin may not read.
  'asset.list': ORGANISATIONS,
  'asset.read': ORGANISATIONS,
  'asset.create': ORGANISATIONS,
  'asset.edit': ORGANISATIONS,
  'asset.delete': ORGANISATIONS,
  'customer.assign': ORGANISATIONS,
  wallLinks: ORGANISATIONS,
  apiKeys: ORGANISATIONS,
  systemKeys: SYSTEM,
  provisioning: ORGANISATIONS,
  notifications: ORGANISATIONS,
  audit: ORGANISATIONS,
} as const satisfies Readonly<Record<string, readonly Authority[]>>

export type Right = keyof typeof RIGHTS

export const ALL_RIGHTS: readonly Right[] = Object.keys(RIGHTS).filter((name): name is Right => name in RIGHTS)

/** Unknown authorities may do nothing. */
export const may = (authority: string, right: Right): boolean => {
  const allowed: readonly string[] = RIGHTS[right]
  return allowed.includes(authority)
}

/** The authorities that each may give to others, and whose holders it may change. */
export const mayGrant = (authority: string): readonly Authority[] => {
  const own = ADMINS.find(admin => admin === authority)
  return own === undefined ? [] : PEOPLE.slice(PEOPLE.indexOf(own))
}

export interface Viewer {
  id: string
  authority: string
}

/** A record of the console, as far as rights depend on it. */
interface Owned {
  id: string
  values: Readonly<Record<string, unknown>>
}

/** Holders of an authority that the viewer may not give are out of the viewer's hands, if the server says it. */
export function mayChange(
  {authority}: Pick<Viewer, 'authority'>,
  what: 'edit' | 'delete',
  {kind}: {kind: EntityType},
  {values}: Pick<Owned, 'values'>,
): boolean {
  const held = kind === 'user' ? PEOPLE.find(known => known === values.authority) : undefined
  return (held === undefined || mayGrant(authority).includes(held)) && may(authority, `${kind}.${what}`)
}

/** Users may not write their own attributes. */
export const mayDescribe = (viewer: Viewer, description: {kind: EntityType}, record: Owned): boolean =>
  record.id !== viewer.id && mayChange(viewer, 'edit', description, record)

/** The kinds of records that a page lists in tabs. */
export const listedKinds = <Kind extends EntityType>(authority: string, kinds: readonly Kind[]): readonly Kind[] =>
  kinds.filter(kind => may(authority, `${kind}.list`))
