import {OFF, thresholdsFrom} from '../../contract/rules/thresholds'
import type {Json} from '../../contract/wire/common'
import type {Attribute} from '../../src/domain/console/attribute'
import type {ThresholdLevels, ThresholdRow} from '../../src/domain/console/thresholds/levels'
import type {Suggestion} from '../../src/domain/console/thresholds/suggestion'
import type {Day, DevicesOfKey, Trial} from '../../src/domain/console/thresholds/trial'
import {attribute} from './consoleWorld'
import {SERIES} from './telemetryWorld'
import {ago, NOW} from './world'

const thresholdsOf = (id: number, value: Json): Attribute => attribute(id, 'thresholds', {type: 'json', value})
export const LEVELS: ThresholdLevels = {
  inherited: [
    {
      kind: 'organisation',
      id: 'o-harbour',
      units: new Map([['pressure', 'bar']]),
      attribute: thresholdsOf(11, {
        pressure: {warning: {above: 6, below: 2}, critical: {above: 8}},
        humidity: {silentAfter: 600},
      }),
    },
  ],
  own: {
    kind: 'device',
    id: 'd-boiler',
    units: new Map(),
    attribute: thresholdsOf(12, {
      temperature: {warning: {above: 72}, critical: {above: 76}, clear: 1, for: 60},
      vibration: {warning: {above: 'much'}},
    }),
  },
  unreadable: ['customer'],
}
export const DAY: Day = {
  series: {...SERIES, points: SERIES.points.slice(-288)},
  range: {start: ago(24 * 60), end: NOW},
}
const BOILER = {id: 'd-boiler', name: 'Boiler'}
export const OF_KEY: DevicesOfKey = {looked: [BOILER], total: 1}
export const SUGGESTION = {
  kind: 'limits',
  threshold: {
    ...OFF,
    warning: {above: 74.5, below: 41},
    critical: {above: 81, below: 34},
    clear: 1.5,
  },
  days: 28,
  isUsual: false,
  leftOut: [],
  trial: {raised: [], isWhole: true},
} satisfies Suggestion

export const USUAL_SUGGESTION: Suggestion = {...SUGGESTION, isUsual: true}
/** The pump stops each night, and its start goes beyond the limit. */
export const CROSSED_SUGGESTION: Suggestion = {
  ...SUGGESTION,
  leftOut: ['below'],
  threshold: {...SUGGESTION.threshold, warning: {above: 74.5, below: null}, critical: null},
  trial: {
    raised: [3000, 1500, 200].map(minutes => ({
      device: BOILER,
      kind: 'value',
      severity: 'warning',
      raisedAt: ago(minutes),
      endedAt: ago(minutes - 12),
    })),
    isWhole: true,
  },
}
export const DISAGREEMENT: Suggestion = {
  kind: 'disagreeing',
  lowest: {device: {id: 'd-air', name: 'Air'}, low: 14.2, high: 18},
  highest: {device: BOILER, low: 31, high: 72.8},
}
export const TRIAL: Trial = {
  isWhole: false,
  raised: [3000, 1500, 200].map(minutes => ({
    device: BOILER,
    kind: 'value',
    severity: 'warning',
    raisedAt: ago(minutes),
    endedAt: minutes === 200 ? null : ago(minutes - 12),
  })),
}

/** Another user has changed the threshold of the temperature. */
export const CHANGED_LEVELS: ThresholdLevels = {
  ...LEVELS,
  own: {
    ...LEVELS.own,
    attribute: {...thresholdsOf(1, {temperature: {critical: {above: 90}}}), version: 3},
  },
}
export const TEMPERATURE: ThresholdRow = {
  key: 'temperature',
  from: LEVELS.own,
  isOwn: true,
  fault: null,
  threshold:
    thresholdsFrom({
      temperature: {warning: {above: 72}, critical: {above: 76}, clear: 1, for: 60},
    }).thresholds.get('temperature') ?? null,
}
