import {describe, expect, it} from 'vitest'
import type {Capabilities} from '../../../contract/wire/capabilities'
import {placeEntries} from '../../../src/wiring/session/paletteEntries'

const found = (offered: Capabilities | null) =>
  placeEntries({authority: 'ORGANISATION_ADMIN'}, offered).flatMap(({id}) =>
    id.startsWith('page:/alarms') ? [id] : [],
  )

describe('the pages of the alarms', () => {
  it.each<[Capabilities, string[]]>([
    [{alarms: true}, ['page:/alarms', 'page:/alarms/report']],
    [
      {alarms: true, availability: true, maintenance: true, onCall: true},
      ['', '/report', '/availability', '/maintenance', '/on-call'].map(path => `page:/alarms${path}`),
    ],
    [{availability: true}, []],
  ])('are found as %j is offered', (offered, pages) => expect(found(offered)).toEqual(pages))
})

it('what is most unusual is found where a server judges what is usual', () => {
  const isFound = (offered: Capabilities) =>
    placeEntries({authority: 'ORGANISATION_ADMIN'}, offered).some(({label}) => label === 'Most unusual now')
  expect([isFound({usual: true}), isFound({})]).toEqual([true, false])
})
