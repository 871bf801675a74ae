import {expect, it} from 'vitest'
import {offeredHealth} from '../../../src/domain/console/health'

it.each([
  [{deviceStatus: true}, {isCounting: true, isAudited: false}],
  [{auditByOrganisation: true}, {isCounting: false, isAudited: true}],
  [{audit: true}, {isCounting: false, isAudited: false}],
])('a server that offers %j tells of the health of an organisation %j', (capabilities, offered) => {
  expect(offeredHealth(capabilities)).toEqual(offered)
})
