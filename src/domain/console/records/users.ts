import {texts} from '../texts'
import {consequences} from './consequences'
import {type ConsoleRecord, described} from './description'
import {type Draft, field, type Problems, shown} from './field'

export const users = described({
  kind: 'user',
  noun: 'user',
  plural: 'Users',
  nameField: 'email',
  fields: [
    field('email', 'email', 'Email', {isRequired: true}),
    field('flag', 'invite', 'Invite by mail: the user sets a password', {
      forms: ['create'],
      isAddition: true,
      isHiddenWhenEmpty: true,
    }),
    field('password', 'password', 'Password', {isRequired: true, unless: 'invite'}),
    field('password', 'currentPassword', 'Current password', {forms: ['edit'], isAddition: true, isOwn: true}),
    field('choice', 'authority', 'Authority', {
      isRequired: true,
      initial: 'ORGANISATION_ADMIN',
      options: ['CUSTOMER_USER', 'CUSTOMER_ADMIN', 'ORGANISATION_ADMIN'],
      optionsWhenCreating: ['ORGANISATION_ADMIN', 'CUSTOMER_USER'],
    }),
    field('id', 'organisationId', 'Organisation ID', {
      names: 'organisation',
      forms: ['edit'],
    }),
    field('id', 'customerId', 'Customer ID', {names: 'customer', forms: ['edit']}),
    field('flag', 'userDeleted', 'Deleted', {forms: ['edit']}),
    shown('line', 'name', 'Name', {isHiddenWhenEmpty: true}),
    shown('flag', 'isVerified', 'Email verified'),
    shown('flag', 'isInvited', 'Invited', {isHiddenWhenEmpty: true}),
    shown('time', 'lastLogin', 'Last login'),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  saved: ['email', 'userDeleted', 'customerId', 'authority'],
  rule: restoringNeedsPassword,
  consequences: consequences.user,
  columns: ['email', 'authority', 'customerId', 'userDeleted', 'lastLogin', 'createdAt'],
  sorts: ['email', 'authority', 'userDeleted', 'lastLogin', 'createdAt'],
  filters: ['authority', 'customerId', 'userDeleted', 'createdAt'],
  struckBy: 'userDeleted',
  texts: {
    createFailed: 'Registration failed',
    created: 'User created.',
    loadFailed: 'Failed to load user data',
    notFound: 'User not found.',
    saveFailed: 'Update failed',
    saved: 'User updated.',
    deleteFailed: 'Failed to delete user',
    deleted: 'User deleted.',
  },
})

function restoringNeedsPassword({userDeleted, password}: Draft, record: ConsoleRecord | null): Problems {
  const isRestored = record?.values.userDeleted === true && userDeleted === false
  return isRestored && password === '' ? {password: texts.restoringNeedsPassword} : {}
}
