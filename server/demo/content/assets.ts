import {QUAYSIDE_COLD_STORES} from './customers'
import {FERNBROOK_FARMS, HARBOUR_WORKS, NORTHGATE_NOC} from './organisations'

const HARBOUR = '01977a00-0000-7000-8000-0000000000a1'
const COLD_STORE = '01977a00-0000-7000-8000-0000000000a2'

/** A parent must come before its children, because the rows are inserted in this order. */
export const DEMO_ASSETS = [
  {id: HARBOUR, organisationId: HARBOUR_WORKS, name: 'Harbour', type: 'campus'},
  {organisationId: HARBOUR_WORKS, name: 'Pump house', type: 'building', parentId: HARBOUR},
  {organisationId: HARBOUR_WORKS, name: 'Workshop', type: 'building', parentId: HARBOUR},
  {
    id: COLD_STORE,
    organisationId: HARBOUR_WORKS,
    customerId: QUAYSIDE_COLD_STORES,
    name: 'Cold store',
    type: 'building',
    parentId: HARBOUR,
  },
  {
    organisationId: HARBOUR_WORKS,
    customerId: QUAYSIDE_COLD_STORES,
    name: 'Loading bay',
    type: 'room',
    parentId: COLD_STORE,
  },
  {organisationId: HARBOUR_WORKS, name: 'Pump controller 2.4', type: 'digital_asset', label: 'firmware'},
  {organisationId: NORTHGATE_NOC, name: 'Router image 7.1', type: 'digital_asset', label: 'firmware'},
  {organisationId: FERNBROOK_FARMS, name: 'Soil moisture forecast', type: 'digital_asset', label: 'AI_model'},
]
