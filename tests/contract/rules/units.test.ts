import {expect, it} from 'vitest'
import {unitsFrom} from '../../../contract/rules/units'

it.each<[unknown, [string, string][]]>([
  [
    {power: 'kW', humidity: ' % '},
    [
      ['power', 'kW'],
      ['humidity', '%'],
    ],
  ],
  [{power: {name: 'kW'}, speed: 5, on: null, load: ['t'], wind: 'm/s'}, [['wind', 'm/s']]],
  [{power: '', speed: '   ', load: '\u0000\u202e'}, []],
  [
    {power: '<b>kW</b>', speed: 'm\u202e/s', wind: 'm\n/ s'},
    [
      ['speed', 'm/s'],
      ['wind', 'm/ s'],
    ],
  ],
  [
    {power: 'x'.repeat(300), '<b>': '👩‍🔧'.repeat(1)},
    [
      ['power', `${'x'.repeat(23)}…`],
      ['<b>', '👩🔧'],
    ],
  ],
  [{flow: 'لتر'}, [['flow', 'لتر']]],
  [null, []],
  ['kW', []],
  [['kW'], []],
  [5, []],
])('%j names %j', (json, units) => {
  expect([...unitsFrom(json)]).toEqual(units)
})
