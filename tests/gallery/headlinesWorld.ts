import type {Headline} from '../../contract/rules/headlines'
import type {Json} from '../../contract/wire/common'
import type {LoadedHeadlines} from '../../src/domain/console/headlines'
import {attribute} from './consoleWorld'
import {DEVICES, KEY_SETTINGS} from './telemetryWorld'

export const OF_PUMPS: Headline = {by: 'type', value: 'Pump', key: 'pressure'}

export const loadedWith = (value: Json, version = 1): LoadedHeadlines => ({
  attribute: {...attribute(21, 'headlines', {type: 'json', value}), version},
  devices: DEVICES,
  thresholds: KEY_SETTINGS.thresholds,
})
export const HEADLINES = loadedWith([{by: 'all', key: 'temperature'}, {...OF_PUMPS}])
export const CHANGED = loadedWith([{...OF_PUMPS, key: 'current'}], 2)
