import {describe, expect, it} from 'vitest'
import type {Offer} from '../../../contract/wire/capabilities'
import {placeEntries} from '../../../src/wiring/shell/paletteEntries'
import {PULSEWALL} from '../../support/offer'

const found = (offered: Offer | null) =>
  placeEntries({authority: 'ORGANISATION_ADMIN'}, offered).flatMap(({id}) =>
    id.startsWith('page:/alarms') ? [id] : [],
  )

describe('the pages of the alarms', () => {
  it.each<[Offer | null, string[]]>([
    [PULSEWALL, ['', '/report', '/availability', '/maintenance', '/on-call'].map(path => `page:/alarms${path}`)],
    ['specified', []],
  ])('are found as %j is offered', (offered, pages) => expect(found(offered)).toEqual(pages))
})

it('what is most unusual is found on a server that judges what is usual', () => {
  const isFound = (offered: Offer | null) =>
    placeEntries({authority: 'ORGANISATION_ADMIN'}, offered).some(({label}) => label === 'Most unusual now')
  expect([isFound(PULSEWALL), isFound('specified')]).toEqual([true, false])
})
