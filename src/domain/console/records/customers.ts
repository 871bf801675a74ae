import {consequences} from './consequences'
import {described} from './description'
import {field, shown} from './field'

export const customers = described({
  kind: 'customer',
  noun: 'customer',
  plural: 'Customers',
  nameField: 'email',
  fields: [
    field('line', 'title', 'Title'),
    field('email', 'email', 'Email', {isRequired: true}),
    field('phone', 'phone', 'Phone'),
    field('line', 'address', 'Address'),
    field('line', 'address2', 'Address 2', {isHiddenWhenEmpty: true}),
    field('line', 'city', 'City'),
    field('line', 'state', 'State'),
    field('line', 'zip', 'ZIP'),
    field('line', 'country', 'Country'),
    field('line', 'externalId', 'External ID', {isHiddenWhenEmpty: true}),
    field('flag', 'isPublic', 'Public'),
    shown('id', 'organisationId', 'Organisation ID', {names: 'organisation'}),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  consequences: consequences.customer,
  columns: ['email', 'title', 'phone', 'city', 'createdAt'],
  sorts: ['email', 'title', 'createdAt'],
  filters: ['city', 'country', 'createdAt'],
  counted: [
    ['users', 'Users'],
    ['devices', 'Devices'],
    ['assets', 'Assets'],
  ],
  texts: {
    createFailed: 'Customer creation failed',
    created: 'Customer created.',
    loadFailed: 'Failed to load customer data',
    notFound: 'Customer not found.',
    saveFailed: 'Update failed',
    saved: 'Customer updated.',
    deleteFailed: 'Failed to delete customer',
    deleted: 'Customer deleted.',
  },
})
