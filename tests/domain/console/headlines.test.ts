import {expect, it} from 'vitest'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import {EMPTY_HEADLINE, offeredValues, suggestedKeys} from '../../../src/domain/console/headlines'
import {device} from '../../support/device'

const DEVICES = [
  {...device('a', ['active', 'cpu', 'temperature']), label: 'Core', type: 'router'},
  {...device('b', ['active', 'cpu']), label: 'Core', type: 'router'},
  {...device('c', ['active', 'voltage']), label: 'Power', type: null},
]
const LOADED = {
  attribute: null,
  devices: DEVICES,
  thresholds: {
    ofAll: new Map(),
    byDevice: new Map([['b', thresholdsFrom({cpu: {warning: {above: 80}}}).thresholds]]),
  },
}

it('suggests the keys with the most thresholds, then the commonest, of the devices that it is for', () => {
  const keysFor = (change: object) => suggestedKeys(LOADED, {...EMPTY_HEADLINE, ...change}).map(({key}) => key)
  expect(keysFor({by: 'all'})).toEqual(['cpu', 'active', 'temperature', 'voltage'])
  expect(keysFor({by: 'label', value: 'Power'})).toEqual(['active', 'voltage'])
  expect(keysFor({by: 'type', value: 'router'})).toEqual(['cpu', 'active', 'temperature'])
  expect(keysFor({by: 'label', value: ''})).toEqual([])
})

it('offers the labels and types that the devices have, once each', () => {
  expect([offeredValues(LOADED, 'label'), offeredValues(LOADED, 'type')]).toEqual([['Core', 'Power'], ['router']])
})
