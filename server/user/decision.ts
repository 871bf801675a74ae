import type {UserChange} from '../../contract/wire/userChange'
import type {AuditRecord} from '../audit/repository'
import type {User} from './select'

/** What an admin decides of a user. */
export type Decision = Pick<
  User,
  'email' | 'passwordHash' | 'authority' | 'organisationId' | 'customerId' | 'userDeleted' | 'isVerified'
>

/** What the change makes of a user: what it leaves out stays. An admin vouches for the email of whom it gives a password. */
export function decide(found: Decision, change: UserChange, passwordHash: string | undefined): Decision {
  const {organisation_id = found.organisationId, customer_id = found.customerId} = change
  return {
    email: change.email ?? found.email,
    passwordHash: passwordHash ?? found.passwordHash,
    authority: change.authority ?? found.authority,
    organisationId: organisation_id,
    customerId: customer_id,
    userDeleted: change.userDeleted ?? found.userDeleted,
    isVerified: found.isVerified || passwordHash !== undefined,
  }
}

/** With their names in the contract; without `isVerified`, which follows from the others. */
const FIELDS = [
  ['email', 'email'],
  ['passwordHash', 'password'],
  ['authority', 'authority'],
  ['organisationId', 'organisation_id'],
  ['customerId', 'customer_id'],
  ['userDeleted', 'userDeleted'],
] as const

export type Field = (typeof FIELDS)[number][1]

export function differences(found: Decision, decided: Decision): Field[] {
  return FIELDS.flatMap(([key, name]) => (found[key] === decided[key] ? [] : [name]))
}

export function actionOf(found: Decision, decided: Decision): AuditRecord['action'] {
  if (found.userDeleted === decided.userDeleted) return 'user.updated'
  return decided.userDeleted ? 'user.deleted' : 'user.restored'
}

export const isActiveSystemAdmin = ({authority, userDeleted, isVerified}: Decision): boolean =>
  authority === 'SYS_ADMIN' && !userDeleted && isVerified
