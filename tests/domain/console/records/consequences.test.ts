import {expect, it} from 'vitest'
import {consequences} from '../../../../src/domain/console/records/consequences'

it.each([
  [
    {customers: 1, users: 0, devices: 12_000, assets: 3},
    'This also deletes 1 customer, 0 users, 12,000 devices, 3 assets, and the telemetry of its devices.',
  ],
  [{}, 'Its customers, users, devices, their telemetry and its assets go with it.'],
])('the deletion of an organisation with %j is told in numbers where there are some', (counts, sentence) => {
  expect(consequences.organisation(counts)).toEqual([
    sentence,
    'Its attributes and those of all that belongs to it go, too.',
  ])
})

it('what a customer had stays', () => {
  expect(consequences.customer({users: 2, devices: 1, assets: 0})).toEqual([
    '2 users, 1 device, 0 assets stay with the organisation, without a customer.',
    'Its attributes go with it.',
  ])
})
