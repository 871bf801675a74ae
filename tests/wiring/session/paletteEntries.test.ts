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
