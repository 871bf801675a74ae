import {DEMO_PASSWORD} from '../../contract/limits'
import type {ClientConfig} from '../../contract/wire/config'
import {DEMO_ACCOUNTS} from './accounts'
import {DEMO_DASHBOARDS} from './organisations'

/** What the client of a server with demo data is told. */
export const DEMO_CONFIG: Pick<ClientConfig, 'dashboards' | 'demo'> = {
  dashboards: DEMO_DASHBOARDS,
  demo: {
    password: DEMO_PASSWORD,
    accounts: DEMO_ACCOUNTS.map(({email, authority}) => ({email, authority})),
  },
}
