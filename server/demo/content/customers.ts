import {HARBOUR_WORKS, LUMEN_MEDIA, NORTHGATE_NOC} from './organisations'

export const QUAYSIDE_COLD_STORES = '01977a00-0000-7000-8000-0000000000c1'
export const FERRY_LINES = '01977a00-0000-7000-8000-0000000000c2'

export const DEMO_CUSTOMERS = [
  {
    id: QUAYSIDE_COLD_STORES,
    organisationId: HARBOUR_WORKS,
    title: 'Quayside Cold Stores',
    email: 'office@quayside.test',
    phone: '+49 40 5550 180',
    address: 'Kaistraße 3',
    zip: '20457',
    city: 'Hamburg',
    country: 'Germany',
  },
  {organisationId: HARBOUR_WORKS, title: 'Pilot Station', email: 'watch@pilots.test', phone: '+49 40 5550 190'},
  {organisationId: NORTHGATE_NOC, title: 'Cork Data Hall', email: 'hall@cork.test', city: 'Cork', country: 'Ireland'},
  {id: FERRY_LINES, organisationId: LUMEN_MEDIA, title: 'Ferry Lines', email: 'screens@ferry-lines.test'},
]
