/** Fixed, because `/config.json` names them. */
export const HARBOUR_WORKS = '01977a00-0000-7000-8000-00000000000a'
export const NORTHGATE_NOC = '01977a00-0000-7000-8000-00000000000b'
export const LUMEN_MEDIA = '01977a00-0000-7000-8000-00000000000c'
export const FERNBROOK_FARMS = '01977a00-0000-7000-8000-00000000000d'

/** The customer of Harbour Works. */
export const QUAYSIDE_COLD_STORES = '01977a00-0000-7000-8000-0000000000c1'

/** Ids that no organisation has: the configuration wants two for each dashboard. */
const SPARE_MEDIA = '01977a00-0000-7000-8000-00000000001c'
const SPARE_WALL = '01977a00-0000-7000-8000-00000000001b'

export const DEMO_DASHBOARDS = {media: [LUMEN_MEDIA, SPARE_MEDIA], wall: [NORTHGATE_NOC, SPARE_WALL]}

export const DEMO_ORGANISATIONS = [
  {id: HARBOUR_WORKS, title: 'Harbour Works', email: 'office@harbour-works.test', phone: '+49 40 5550 100'},
  {id: NORTHGATE_NOC, title: 'Northgate NOC', email: 'noc@northgate.test', phone: '+44 20 5550 200'},
  {id: LUMEN_MEDIA, title: 'Lumen Media', email: 'hello@lumen-media.test', phone: '+1 212 555 0300'},
  {id: FERNBROOK_FARMS, title: 'Fernbrook Farms', email: 'office@fernbrook.test', phone: '+64 9 555 0400'},
]
