import {describe, expectTypeOf, it} from 'vitest'
import type {Offer} from '../../contract/wire/capabilities'
import type {ClientConfig} from '../../contract/wire/config'
import type {AssetChange, AssetWire, NewAssetBody} from '../../contract/wire/entities/asset'
import type {CustomerChange, CustomerCounts, CustomerWire, NewCustomerBody} from '../../contract/wire/entities/customer'
import type {DeviceChange, DeviceWire, NewDeviceBody} from '../../contract/wire/entities/device'
import type {
  NewOrganisationBody,
  OrganisationChange,
  OrganisationCounts,
  OrganisationWire,
} from '../../contract/wire/entities/organisation'
import type {InClientNames} from '../../contract/wire/names'
import type {UserWire} from '../../contract/wire/people/user'
import type {NewUserBody, UserChange} from '../../contract/wire/people/userChange'
import type {TileStatistics, WindowStatistics} from '../../contract/wire/telemetry/telemetry'
import type {customers} from '../../src/domain/console/records/customers'
import type {Counts, Description} from '../../src/domain/console/records/description'
import type {assets} from '../../src/domain/console/records/descriptions'
import type {devices} from '../../src/domain/console/records/devices'
import type {organisations} from '../../src/domain/console/records/organisations'
import type {users} from '../../src/domain/console/records/users'

/** The fields of a kind that the console reads and sends. */
type Known<Described> = Described extends Description<infer Name> ? Name : never
/** The client's names of the fields on the wire. */
type Named<Wire> = keyof InClientNames<Wire>

type Asset = Known<typeof assets>
type Customer = Known<typeof customers>
type Device = Known<typeof devices>
type Organisation = Known<typeof organisations>
type User = Known<typeof users>

/** A name as the server writes it. */
type ServerName = `${string}_${string}`

it('gives the rest of the client no name of the server', () => {
  type Known = Offer | (null & ClientConfig & TileStatistics & WindowStatistics)
  expectTypeOf<Extract<keyof Known, ServerName>>().toBeNever()
})

describe('the type check holds the console', () => {
  it('to the fields that the server sends, and no others', () => {
    expectTypeOf<Asset | 'id'>().toEqualTypeOf<Named<AssetWire>>()
    expectTypeOf<Customer | 'id' | 'counts'>().toEqualTypeOf<Named<CustomerWire>>()
    expectTypeOf<Device | 'id' | 'lastSeen'>().toEqualTypeOf<Named<DeviceWire>>()
    expectTypeOf<Organisation | 'id' | 'counts'>().toEqualTypeOf<Named<OrganisationWire>>()
    expectTypeOf<Exclude<User, 'password' | 'invite' | 'currentPassword'> | 'id'>().toEqualTypeOf<Named<UserWire>>()
  })

  it('to the fields that the server takes', () => {
    expectTypeOf<Exclude<Named<NewAssetBody> | Named<AssetChange>, Asset>>().toEqualTypeOf<'id'>()
    expectTypeOf<Exclude<Named<NewCustomerBody> | Named<CustomerChange>, Customer>>().toBeNever()
    expectTypeOf<Exclude<Named<NewDeviceBody> | Named<DeviceChange>, Device>>().toBeNever()
    expectTypeOf<Exclude<Named<NewOrganisationBody> | Named<OrganisationChange>, Organisation>>().toBeNever()
    expectTypeOf<Exclude<Named<NewUserBody> | Named<UserChange>, User>>().toBeNever()
  })

  it('to the counts that the server tells', () => {
    expectTypeOf<keyof Counts>().toEqualTypeOf<keyof OrganisationCounts | keyof CustomerCounts>()
  })
})
