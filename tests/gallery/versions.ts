import type {Json} from '../../contract/wire/common'
import type {WallVersions} from '../../src/domain/wall/versions'
import type {Wall} from '../../src/domain/wall/walls'
import {wallMachine} from '../../src/machines/wall/wall'
import {wallVersionsMachine} from '../../src/machines/wall/wallVersions'
import {type Entry, shows, tell} from './entry'
import {type Answer, answers, BROKEN, PENDING, UNKNOWN_SERVER} from './given'
import {COMPOSED, composed, composedPlant} from './panelsWorld'
import {ago, NOC_ADMIN} from './world'

const tiles: Wall = {...COMPOSED, name: 'Halls'}
delete tiles.composition

const text: Json = {id: 'a', kind: 'text', title: '', x: 0, y: 0, w: 24, h: 2, text: 'Salt Works', size: 'huge'}
const boilers: Json = {
  id: 'g',
  kind: 'chart',
  title: 'Boilers',
  x: 0,
  y: 2,
  w: 12,
  h: 10,
  span: '24h',
  series: [{deviceId: 'p-1', key: 'temperature'}],
}
const clock: Json = {id: 'b', kind: 'clock', title: '', x: 12, y: 2, w: 6, h: 4, zone: ''}

/** The versions of a wall of tiles, up to the present one. */
const KEPT: WallVersions = {
  walls: ['Halls, with the canteen and the porter', 'Salt Works'],
  versions: [
    {id: 'v5', storedAt: ago(12), by: 'nora@northgate.test', wall: COMPOSED},
    {id: 'v4', storedAt: ago(90), by: 'nora@northgate.test', wall: {...composed([text, boilers]), turnAfter: 60}},
    {id: 'v3', storedAt: ago(3000), by: 'nora.of-the-night-shift@northgate.test', wall: composed([text, boilers])},
    {id: 'v2', storedAt: ago(9000), by: null, wall: composed([text, {...boilers, w: 24}, clock])},
    {id: 'v1', storedAt: ago(90_000), by: null, wall: tiles},
  ],
}

const entry = (
  name: string,
  states: readonly string[],
  given: readonly Answer<WallVersions>[],
  steps: Entry['steps'] = [],
): Entry => ({
  name,
  at: '/dashboard',
  shows: [...shows(wallMachine, 'editor.versions'), ...shows(wallVersionsMachine, ...states)],
  steps: [
    ...shows(wallMachine, 'devices.loaded', 'facts.read'),
    ...tell(wallMachine, {type: 'versions.opened'}),
    ...steps,
  ],
  given: parts => ({
    ...composedPlant(COMPOSED)(parts),
    session: parts.session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}}),
    wallVersions: parts.wallVersions.provide({actors: {load: answers(...given)}}),
  }),
})

const again = [
  ...shows(wallVersionsMachine, 'loaded.current'),
  ...tell(wallVersionsMachine, {type: 'refresh.requested'}),
]

/** The earlier versions of walls. */
export const versions: readonly Entry[] = [
  entry('of-a-wall', ['loaded.current'], [KEPT]),
  entry('none', ['loaded.current'], [{walls: [], versions: []}]),
  entry('loading', ['loading'], []),
  entry('failed', ['failed'], [BROKEN]),
  entry(
    'awaiting',
    ['awaitingServer'],
    [BROKEN],
    [...shows(wallVersionsMachine, 'failed'), ...tell(wallVersionsMachine, ...UNKNOWN_SERVER)],
  ),
  entry('refreshing', ['loaded.refreshing'], [KEPT, PENDING], again),
  entry('missed', ['loaded.missed'], [KEPT, BROKEN], again),
]
