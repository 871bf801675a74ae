import {consequences} from './consequences'
import type {Description} from './description'
import {field, shown} from './field'

export const customers: Description = {
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
    shown('id', 'organisationId', 'Organisation ID', {wire: 'organisation_id', names: 'organisation'}),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  consequences: consequences.customer,
  columns: ['email', 'title', 'phone', 'city', 'createdAt'],
  sorts: ['email', 'title', 'createdAt'],
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
}
