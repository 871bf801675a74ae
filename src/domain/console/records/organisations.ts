import {consequences} from './consequences'
import {described} from './description'
import {field, shown} from './field'

export const organisations = described({
  kind: 'organisation',
  noun: 'organisation',
  plural: 'Organisations',
  nameField: 'title',
  fields: [
    field('line', 'organisationProfileId', 'Organisation profile ID'),
    field('line', 'title', 'Title', {isRequired: true}),
    field('email', 'email', 'Email', {isRequired: true}),
    field('phone', 'phone', 'Phone', {isRequired: true}),
    field('line', 'address', 'Address'),
    field('line', 'address2', 'Address 2', {isHiddenWhenEmpty: true}),
    field('line', 'city', 'City'),
    field('line', 'state', 'State'),
    field('line', 'country', 'Country'),
    field('line', 'region', 'Region'),
    field('line', 'zip', 'ZIP'),
    field('days', 'retentionDays', 'Keep values for (days)', {isHiddenWhenEmpty: true, isAddition: true}),
    field('info', 'additionalInfo', 'Additional info', {isHiddenWhenEmpty: true}),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  consequences: consequences.organisation,
  columns: ['title'],
  sorts: ['title'],
  filters: ['city', 'country', 'createdAt'],
  counted: [
    ['customers', 'Customers'],
    ['users', 'Users'],
    ['devices', 'Devices'],
    ['assets', 'Assets'],
  ],
  texts: {
    createFailed: 'Failed to create organisation.',
    created: 'Organisation created.',
    loadFailed: 'Failed to load organisation.',
    notFound: 'Organisation not found.',
    saveFailed: 'Failed to update organisation.',
    saved: 'Organisation updated.',
    deleteFailed: 'Failed to delete organisation.',
    deleted: 'Organisation deleted.',
    required: 'Title, Email, and Phone are required.',
  },
})
