/** These ids must not change, because `/config.json` contains them. */
export const HARBOUR_WORKS = '01977a00-0000-7000-8000-00000000000a'
export const NORTHGATE_NOC = '01977a00-0000-7000-8000-00000000000b'
export const LUMEN_MEDIA = '01977a00-0000-7000-8000-00000000000c'
export const FERNBROOK_FARMS = '01977a00-0000-7000-8000-00000000000d'

/** No organisation has these ids. They only fill the configuration, which has two ids for each dashboard. */
const SPARE_MEDIA = '01977a00-0000-7000-8000-00000000001c'
const SPARE_WALL = '01977a00-0000-7000-8000-00000000001b'

export const DEMO_DASHBOARDS = {
  media: [LUMEN_MEDIA, SPARE_MEDIA],
  wall: [NORTHGATE_NOC, SPARE_WALL],
  overview: [HARBOUR_WORKS, NORTHGATE_NOC],
}

export const DEMO_ORGANISATIONS = [
  {
    id: HARBOUR_WORKS,
    title: 'Harbour Works',
    email: 'office@harbour-works.test',
    phone: '+49 40 5550 100',
    address: 'Werftstraße 12',
    address2: 'Pump house',
    zip: '20457',
    city: 'Hamburg',
    state: 'Hamburg',
    country: 'Germany',
    region: 'Europe',
    additionalInfo: 'Two quays, a slipway and a dry dock.',
  },
  {
    id: NORTHGATE_NOC,
    title: 'Northgate NOC',
    email: 'noc@northgate.test',
    phone: '+44 20 5550 200',
    address: '4 Northgate',
    zip: 'E1 6AN',
    city: 'London',
    country: 'United Kingdom',
    region: 'Europe',
    additionalInfo: {sites: 8, onCall: '+44 20 5550 299'},
  },
  {
    id: LUMEN_MEDIA,
    title: 'Lumen Media',
    email: 'hello@lumen-media.test',
    phone: '+1 212 555 0300',
    address: '77 Canal Street',
    address2: '5th floor',
    zip: '10002',
    city: 'New York',
    state: 'NY',
    country: 'United States',
    region: 'North America',
  },
  {
    id: FERNBROOK_FARMS,
    title: 'Fernbrook Farms',
    email: 'office@fernbrook.test',
    phone: '+64 9 555 0400',
    address: '310 Fernbrook Road',
    zip: '0612',
    city: 'Auckland',
    country: 'New Zealand',
    region: 'Oceania',
  },
]
