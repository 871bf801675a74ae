import {describe, expect, it} from 'vitest'
import {channelFields, LISTED_KINDS} from '../../../contract/rules/targets'
import {channelProblems, newChannel} from '../../../src/domain/console/alarmRoutes/channels'
import {emptyRoute, routeDraft, routeProblems, writtenRoute} from '../../../src/domain/console/alarmRoutes/draft'
import {routeRows} from '../../../src/domain/console/alarmRoutes/rows'
import {targetLabel} from '../../../src/domain/console/alarmRoutes/targets'
import {KINDS} from '../../server/notification/channels/kinds'

const KEPT = 'kept:0123456789abcdef'

describe.each(LISTED_KINDS.filter(kind => kind !== 'push'))('the form of %s', kind => {
  const target = KINDS[kind].target('https://peer.test')

  it('writes what it shows, also of secrets that are kept', () => {
    const secrets = channelFields(kind).filter(({name, isSecret}) => isSecret && name in target)
    const kept = {...target, ...Object.fromEntries(secrets.map(({name}) => [name, KEPT]))}
    const json = {name: 'Noc', targets: [kept], escalations: [{after: 15, targets: [kept]}]}
    const [row] = routeRows({
      scope: 1,
      key: 'alarmRoutes',
      value: {type: 'json', value: [json]},
      updatedAt: 1,
      version: 1,
    })
    if (row?.route === null || row?.route === undefined) throw new Error('there is one')
    const draft = routeDraft(row, 'UTC')
    expect(row.faults).toEqual([])
    expect(JSON.parse(JSON.stringify(writtenRoute(draft, row.route)))).toEqual(
      JSON.parse(JSON.stringify(json).replaceAll('https://peer.test"', 'https://peer.test/"')),
    )
    expect(routeProblems(draft, [])).toEqual({})
    expect(row.route.targets.map(targetLabel).join()).not.toContain('kept')
  })

  it('says which fields are missing', () => {
    const required = channelFields(kind).filter(({isRequired}) => isRequired)
    const filled = newChannel(kind).values
    const missing = required.filter(({name}) => !(name in filled)).map(({name}) => `channel-0-${name}`)
    expect(Object.keys(channelProblems([newChannel(kind)]))).toEqual(missing)
    const draft = {...emptyRoute('UTC'), name: 'Noc', channels: [newChannel(kind)]}
    expect(Object.keys(routeProblems(draft, []))).toEqual(missing)
  })
})
