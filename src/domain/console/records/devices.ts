import {consequences} from './consequences'
import {described} from './description'
import {field, shown} from './field'

export const devices = described({
  kind: 'device',
  noun: 'device',
  plural: 'Devices',
  nameField: 'name',
  fields: [
    field('line', 'name', 'Name', {isRequired: true}),
    field('line', 'type', 'Type'),
    field('line', 'label', 'Label'),
    field('id', 'customerId', 'Customer ID', {names: 'customer'}),
    field('info', 'additionalInfo', 'Additional info', {isHiddenWhenEmpty: true}),
    field('info', 'deviceData', 'Device data', {isHiddenWhenEmpty: true}),
    field('id', 'firmwareId', 'Firmware ID', {isHiddenWhenEmpty: true}),
    field('id', 'softwareId', 'Software ID', {isHiddenWhenEmpty: true}),
    field('id', 'externalId', 'External ID', {isHiddenWhenEmpty: true}),
    field('id', 'deviceProfileId', 'Device profile ID', {isHiddenWhenEmpty: true}),
    shown('id', 'organisationId', 'Organisation ID', {names: 'organisation'}),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  consequences: consequences.device,
  columns: ['name', 'customerId', 'type', 'label', 'createdAt'],
  sorts: ['name', 'type', 'label', 'createdAt'],
  filters: ['customerId', 'type', 'label', 'createdAt'],
  isSeen: true,
  texts: {
    createFailed: 'Failed to create device',
    created: 'Device created.',
    loadFailed: 'Failed to load device',
    notFound: 'Device not found.',
    saveFailed: '❌ Failed to update device',
    saved: 'Device updated.',
    deleteFailed: '❌ Failed to delete device',
    deleted: 'Device deleted.',
    required: 'Device name is required.',
  },
})
