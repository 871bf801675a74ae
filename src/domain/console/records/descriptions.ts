import {ASSET_LABELS, ASSET_TYPES} from '../../../../contract/limits'
import type {EntityType} from '../../../../contract/wire/entities/attribute'
import {consequences} from './consequences'
import {customers} from './customers'
import {type Description, described} from './description'
import {devices} from './devices'
import {field, shown} from './field'
import {organisations} from './organisations'
import {users} from './users'

export const assets = described({
  kind: 'asset',
  noun: 'asset',
  plural: 'Assets',
  nameField: 'name',
  fields: [
    field('line', 'name', 'Name', {isRequired: true}),
    field('choice', 'label', 'Label', {isRequired: true, options: ASSET_LABELS}),
    field('choice', 'type', 'Type', {options: ASSET_TYPES}),
    field('id', 'customerId', 'Customer ID', {names: 'customer', isHiddenWhenEmpty: true}),
    field('id', 'parentId', 'Parent ID', {names: 'asset', isHiddenWhenEmpty: true}),
    field('id', 'assetProfileId', 'Asset profile ID', {isHiddenWhenEmpty: true}),
    field('id', 'externalId', 'External ID', {isHiddenWhenEmpty: true}),
    field('info', 'additionalInfo', 'Additional info', {isHiddenWhenEmpty: true}),
    shown('id', 'organisationId', 'Organisation ID', {names: 'organisation'}),
    shown('time', 'createdAt', 'Created at'),
    shown('count', 'version', 'Version'),
  ],
  consequences: consequences.asset,
  columns: ['name', 'type', 'label', 'parentId', 'createdAt'],
  sorts: ['name', 'label', 'type', 'createdAt'],
  filters: ['type', 'label', 'customerId', 'parentId', 'createdAt'],
  texts: {
    createFailed: 'Failed to create asset',
    created: 'Asset created.',
    loadFailed: 'Failed to load asset',
    notFound: 'Asset not found.',
    saveFailed: 'Failed to update asset',
    saved: 'Asset updated.',
    deleteFailed: 'Failed to delete asset',
    deleted: 'Asset deleted.',
    required: 'Name and label are required.',
  },
})

export const DESCRIPTIONS: Readonly<Record<EntityType, Description>> = {
  asset: assets,
  customer: customers,
  device: devices,
  organisation: organisations,
  user: users,
}
