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
import type {UserWire} from '../../contract/wire/people/user'
import type {NewUserBody, UserChange} from '../../contract/wire/people/userChange'
import type {TileStatistics, WindowStatistics} from '../../contract/wire/telemetry/telemetry'
import type {RENAMED} from '../../src/api/console/entities'
import type {assets} from '../../src/domain/console/records/assets'
import type {customers} from '../../src/domain/console/records/customers'
import type {Counts, Description} from '../../src/domain/console/records/description'
import type {devices} from '../../src/domain/console/records/devices'
import type {organisations} from '../../src/domain/console/records/organisations'
import type {users} from '../../src/domain/console/records/users'

/** The fields that the console reads and sends of a kind, by the server's names. */
type Known<Described, Renamed> =
  Described extends Description<infer Name> ? Exclude<Name, keyof Renamed> | Renamed[keyof Renamed] : never

type Asset = Known<typeof assets, (typeof RENAMED)['asset']>
type Customer = Known<typeof customers, (typeof RENAMED)['customer']>
type Device = Known<typeof devices, (typeof RENAMED)['device']>
type Organisation = Known<typeof organisations, (typeof RENAMED)['organisation']>
type User = Known<typeof users, (typeof RENAMED)['user']>

/** A name as the server writes it. */
type ServerName = `${string}_${string}`

it('gives the rest of the client no name of the server', () => {
  type Known = Offer | (null & ClientConfig & TileStatistics & WindowStatistics)
  expectTypeOf<Extract<keyof Known, ServerName>>().toBeNever()
})

describe('the type check holds the console', () => {
  it('to the fields that the server sends, and no others', () => {
    expectTypeOf<Asset | '_id'>().toEqualTypeOf<keyof AssetWire>()
    expectTypeOf<Customer | '_id' | 'counts'>().toEqualTypeOf<keyof CustomerWire>()
    expectTypeOf<Device | '_id' | 'last_seen'>().toEqualTypeOf<keyof DeviceWire>()
    expectTypeOf<Organisation | '_id' | 'counts'>().toEqualTypeOf<keyof OrganisationWire>()
    expectTypeOf<Exclude<User, 'password' | 'invite' | 'currentPassword'> | '_id'>().toEqualTypeOf<keyof UserWire>()
  })

  it('to the fields that the server takes', () => {
    expectTypeOf<Exclude<keyof NewAssetBody | keyof AssetChange, Asset>>().toEqualTypeOf<'id'>()
    expectTypeOf<Exclude<keyof NewCustomerBody | keyof CustomerChange, Customer>>().toBeNever()
    expectTypeOf<Exclude<keyof NewDeviceBody | keyof DeviceChange, Device>>().toBeNever()
    expectTypeOf<Exclude<keyof NewOrganisationBody | keyof OrganisationChange, Organisation>>().toBeNever()
    expectTypeOf<Exclude<keyof NewUserBody | keyof UserChange, User>>().toBeNever()
  })

  it('to the counts that the server tells', () => {
    expectTypeOf<keyof Counts>().toEqualTypeOf<keyof OrganisationCounts | keyof CustomerCounts>()
  })
})
