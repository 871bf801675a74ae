import {expect, it} from 'vitest'
import {LIVE, OFFLINE, RECONNECTING} from '../../../src/domain/link'
import {type KioskFacts, kioskNote} from '../../../src/domain/wall/kioskNote'

const WELL: KioskFacts = {
  isReloading: false,
  isCatchingUp: false,
  illness: null,
  link: LIVE,
  access: 'fresh',
  ahead: 0,
  outdated: null,
  reloads: [],
}
const HOUR = 3_600_000
const reload = {at: 1, why: 'heap'} as const

it.each<[string, Partial<KioskFacts>, ReturnType<typeof kioskNote>]>([
  ['nothing when all is well', {}, null],
  ['nothing of a clock that is a little wrong', {ahead: 59_000}, null],
  ['that it was loaded anew today', {reloads: [reload]}, {kind: 'reloads', count: 1, last: reload}],
  ['that there is a newer version', {outdated: 'version', reloads: [reload]}, {kind: 'outdated', why: 'version'}],
  ['that its clock is wrong', {ahead: -HOUR + 900, outdated: 'day'}, {kind: 'clock', ahead: -HOUR}],
  ['that it is ill', {illness: 'heap', ahead: HOUR}, {kind: 'ill', why: 'heap'}],
  ['that it catches up', {isCatchingUp: true, illness: 'heap'}, {kind: 'catchingUp'}],
  [
    'that it catches up, and not that the link is down for that',
    {isCatchingUp: true, link: RECONNECTING},
    {kind: 'catchingUp'},
  ],
  ['that access is renewed', {access: 'renewing', isCatchingUp: true}, {kind: 'renewing'}],
  ['that the server answers wrongly', {access: 'unreadable'}, {kind: 'unreadable'}],
  ['that the server is away', {link: RECONNECTING, access: 'unreadable'}, {kind: 'reconnecting'}],
  ['that it has no network', {link: OFFLINE, isCatchingUp: true}, {kind: 'offline'}],
  ['that it loads itself anew', {isReloading: true, link: OFFLINE}, {kind: 'reloading'}],
])('a screen without hands says %s', (_what, facts, note) => {
  expect(kioskNote({...WELL, ...facts})).toEqual(note)
})
