import * as z from 'zod/mini'
import {type AssetWire, assetCalls} from '../../../contract/wire/entities/asset'
import {type CustomerWire, customerCalls} from '../../../contract/wire/entities/customer'
import {type DeviceWire, deviceCalls} from '../../../contract/wire/entities/device'
import {type OrganisationWire, organisationCalls} from '../../../contract/wire/entities/organisation'
import {listUsers, readUser, type UserWire} from '../../../contract/wire/people/user'
import {
  changeUser,
  createUser,
  deleteUser,
  type NewUserBody,
  type UserChange,
} from '../../../contract/wire/people/userChange'
import type {Route} from '../../../contract/wire/route'
import type {assets} from '../../domain/console/records/assets'
import type {customers} from '../../domain/console/records/customers'
import type {Description} from '../../domain/console/records/description'
import type {devices} from '../../domain/console/records/devices'
import type {organisations} from '../../domain/console/records/organisations'
import type {users} from '../../domain/console/records/users'
import {asAnyServerSends} from '../anyServer'
import {anyDevice} from '../telemetry/devices'

type Kind = Description['kind']

interface OfId extends Route {
  readonly path: `${string}/:id`
}

interface Calls {
  readonly list: Route & {readonly query: z.ZodMiniType}
  readonly create: Route & {readonly body: z.ZodMiniType}
  readonly read: OfId
  readonly change: OfId & {readonly body: z.ZodMiniType}
  readonly remove: OfId
}

export const CALLS: Readonly<Record<Kind, Calls>> = {
  asset: assetCalls,
  customer: customerCalls,
  device: deviceCalls,
  organisation: organisationCalls,
  user: {list: listUsers, create: createUser, read: readUser, change: changeUser, remove: deleteUser},
}

/** The schema of each kind. For other servers only the id is certain to be there. */
export const ANSWERS = {
  asset: asAnyServerSends(z.partial(assetCalls.read.answer, {name: true})),
  customer: asAnyServerSends(z.partial(customerCalls.read.answer, {email: true})),
  device: anyDevice,
  organisation: asAnyServerSends(z.partial(organisationCalls.read.answer, {title: true})),
  user: asAnyServerSends(z.partial(readUser.answer, {email: true, authority: true})),
} satisfies Record<Kind, z.ZodMiniType>

/** The fields of an entity whose names differ on the server. The compiler requires an entry for each of them. */
type Renamed<Described, Wire> =
  Described extends Description<infer Name> ? {readonly [Own in Exclude<Name, keyof Wire>]: keyof Wire} : never

export const RENAMED = {
  asset: {
    organisationId: 'organisation_id',
    customerId: 'customer_id',
    parentId: 'parent_id',
    assetProfileId: 'asset_profile_id',
    externalId: 'external_id',
    additionalInfo: 'additional_info',
  } satisfies Renamed<typeof assets, AssetWire>,
  customer: {organisationId: 'organisation_id'} satisfies Renamed<typeof customers, CustomerWire>,
  device: {
    organisationId: 'organisation_id',
    customerId: 'customer_id',
    additionalInfo: 'additional_info',
    deviceData: 'device_data',
    firmwareId: 'firmware_id',
    softwareId: 'software_id',
    externalId: 'external_id',
    deviceProfileId: 'device_profile_id',
  } satisfies Renamed<typeof devices, DeviceWire>,
  organisation: {additionalInfo: 'additional_info'} satisfies Renamed<typeof organisations, OrganisationWire>,
  user: {
    organisationId: 'organisation_id',
    customerId: 'customer_id',
  } satisfies Renamed<
    typeof users,
    UserWire & Pick<NewUserBody, 'password' | 'invite'> & Pick<UserChange, 'currentPassword'>
  >,
} satisfies Record<Kind, Readonly<Record<string, string>>>

/** The server's name of a field. */
export function wireName(kind: Kind, name: string): string {
  const renamed: Readonly<Record<string, string>> = RENAMED[kind]
  return renamed[name] ?? name
}
