import {DEMO_PASSWORD} from '../../../contract/limits'
import type {ClientConfig} from '../../../contract/wire/config'
import type {Authority} from '../../../contract/wire/people/user'
import {QUAYSIDE_COLD_STORES} from './customers'
import {DEMO_DASHBOARDS, HARBOUR_WORKS, LUMEN_MEDIA, NORTHGATE_NOC} from './organisations'

interface DemoAccount {
  email: string
  name: string
  authority: Authority
  organisationId: string | null
  customerId: string | null
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {email: 'admin@demo.test', name: 'Ada', authority: 'SYS_ADMIN', organisationId: null, customerId: null},
  {
    email: 'plant@demo.test',
    name: 'Petra',
    authority: 'ORGANISATION_ADMIN',
    organisationId: HARBOUR_WORKS,
    customerId: null,
  },
  {
    email: 'customer@demo.test',
    name: 'Carl',
    authority: 'CUSTOMER_ADMIN',
    organisationId: HARBOUR_WORKS,
    customerId: QUAYSIDE_COLD_STORES,
  },
  {
    email: 'user@demo.test',
    name: 'Uma',
    authority: 'CUSTOMER_USER',
    organisationId: HARBOUR_WORKS,
    customerId: QUAYSIDE_COLD_STORES,
  },
  {
    email: 'noc@demo.test',
    name: 'Noor',
    authority: 'ORGANISATION_ADMIN',
    organisationId: NORTHGATE_NOC,
    customerId: null,
  },
  {
    email: 'media@demo.test',
    name: 'Mila',
    authority: 'ORGANISATION_ADMIN',
    organisationId: LUMEN_MEDIA,
    customerId: null,
  },
]

/** The configuration for the client of a server with demo data. */
export const DEMO_CONFIG: Pick<ClientConfig, 'dashboards' | 'demo'> = {
  dashboards: DEMO_DASHBOARDS,
  demo: {
    password: DEMO_PASSWORD,
    accounts: DEMO_ACCOUNTS.map(({email, authority}) => ({email, authority})),
  },
}
