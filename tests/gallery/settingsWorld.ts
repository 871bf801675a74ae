import type {SettingsFacts} from '../../src/domain/console/settingsFacts'
import type {LoadedUnits} from '../../src/domain/console/units'
import {attribute} from './consoleWorld'
import {DELIVERIES} from './notificationsWorld'

export const loadedUnits = (units: Readonly<Record<string, string>>, version = 1): LoadedUnits => ({
  attribute: {...attribute(21, 'units', {type: 'json', value: units}), version},
  keys: ['current', 'pressure', 'temperature'],
})
export const UNITS = loadedUnits({pressure: 'bar', current: 'A', vibration: 'mm/s'})
export const CHANGED_UNITS = loadedUnits({pressure: 'Pa', current: 'A'}, 2)

export const SET: SettingsFacts = {
  thresholds: 12,
  unwatched: 3,
  units: 5,
  routes: 2,
  rotas: 1,
  delivery: DELIVERIES.find(({isTest, state}) => !isTest && state === 'delivered') ?? null,
  zone: 'Europe/Berlin',
  walls: 3,
  home: 'Hall 2',
  keys: 1,
}
export const NOTHING_SET: SettingsFacts = {
  thresholds: 0,
  unwatched: 1200,
  units: 0,
  routes: 0,
  rotas: 0,
  delivery: null,
  zone: 'UTC',
  walls: 0,
  home: null,
  keys: 0,
}
