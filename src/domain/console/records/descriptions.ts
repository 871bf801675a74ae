import type {EntityType} from '../../../../contract/wire/entities/attribute'
import {assets} from './assets'
import {customers} from './customers'
import type {Description} from './description'
import {devices} from './devices'
import {organisations} from './organisations'
import {users} from './users'

export const DESCRIPTIONS: Readonly<Record<EntityType, Description>> = {
  asset: assets,
  customer: customers,
  device: devices,
  organisation: organisations,
  user: users,
}
