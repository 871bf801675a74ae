import {consequences} from './consequences'
import type {Description} from './description'
import {field, shown} from './field'

export const devices: Description = {
  kind: 'device',
  noun: 'device',
  plural: 'Devices',
  nameField: 'name',
  fields: [
    field('line', 'name', 'Name', {isRequired: true}),
    field('line', 'type', 'Type'),
    field('line', 'label', 'Label'),
    field('id', 'customerId', 'Customer ID', {wire: 'customer_id', names: 'customer'}),
    field('info', 'additionalInfo', 'Additional info', {wire: 'additional_info', isHiddenWhenEmpty: true}),
    field('info', 'deviceData', 'Device data', {wire: 'device_data', isHiddenWhenEmpty: true}),
    field('id', 'firmwareId', 'Firmware ID', {wire: 'firmware_id', isHiddenWhenEmpty: true}),
    field('id', 'softwareId', 'Software ID', {wire: 'software_id', isHiddenWhenEmpty: true}),
    field('id', 'externalId', 'External ID', {wire: 'external_id', isHiddenWhenEmpty: true}),
    field('id', 'deviceProfileId', 'Device profile ID', {wire: 'device_profile_id', isHiddenWhenEmpty: true}),
    shown('id', 'organisationId', 'Organisation ID', {wire: 'organisation_id', names: 'organisation'}),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  consequences: consequences.device,
  columns: ['name', 'type', 'label', 'createdAt'],
  sorts: ['name', 'type', 'label', 'createdAt'],
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
}
