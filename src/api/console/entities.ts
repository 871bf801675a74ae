import * as z from 'zod/mini'
import {assetCalls} from '../../../contract/wire/entities/asset'
import {customerCalls} from '../../../contract/wire/entities/customer'
import {deviceCalls} from '../../../contract/wire/entities/device'
import {organisationCalls} from '../../../contract/wire/entities/organisation'
import {listUsers, readUser} from '../../../contract/wire/people/user'
import {changeUser, createUser, deleteUser} from '../../../contract/wire/people/userChange'
import type {Route} from '../../../contract/wire/route'
import type {Description} from '../../domain/console/records/description'
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
