import {linkMachine} from '../../src/machines/link'
import {devicesMachine} from '../../src/machines/telemetry/devices'
import {fullScreenMachine} from '../../src/machines/telemetry/fullScreen'
import {wallMachine} from '../../src/machines/wall/wall'
import {wallEditorMachine} from '../../src/machines/wall/wallEditor'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, says} from './given'
import type {Parts} from './parts'
import {plant} from './plant'
import {MAINTENANCE, UNUSUAL} from './telemetryWorld'
import {manyDevices, WALL_ALARMS, WALLS_KEPT, withThresholds} from './wallWorld'
import {NOC_ADMIN, NOW} from './world'

const WALL = '/dashboard'

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: WALL,
  steps,
  shows: shown,
  given: parts => {
    const devices = withThresholds(parts.devices)
    const session = parts.session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}})
    return {session, devices, ...given({...parts, devices})}
  },
})

const loaded = shows(wallMachine, 'devices.loaded', 'facts.read', 'charts.fetching')
const edited = [...loaded, ...tell(wallMachine, {type: 'editor.opened', form: 'edit'})]
const many = (parts: Parts) => ({devices: manyDevices(parts.devices)})
const [hall] = WALLS_KEPT.items
/** The list is read together with the values, as on every wall of a server with additions. */
const together = (devices: Parts['devices']) => devices.provide({guards: {isReadAtOnce: () => true}})

const plants = [1, 4, 12, 60, 200, 1000].flatMap(count =>
  ([false, true] as const).map(
    (isFailing): Entry => ({
      ...entry(`${count}-devices-${isFailing ? 'failing' : 'well'}`, loaded, [], plant(count, isFailing)),
      at: `${WALL}?kiosk=1`,
      isOfScreen: true,
    }),
  ),
)

/** The wall of a NOC. */
export const wall: readonly Entry[] = [
  entry(
    'loading',
    shows(wallMachine, 'devices.loading', 'facts.awaitingDevices', 'charts.awaitingDevices', 'screen.framed'),
    [],
    ({devices}) => ({devices: devices.provide({actors: {loadDevices: answers()}})}),
  ),
  entry('awaiting-link', shows(devicesMachine, 'loading.awaitingLink'), [], ({link, devices}) => ({
    link: link.provide({actors: {liveConnection: says()}}),
    devices: together(devices),
  })),
  entry('subscribing', shows(devicesMachine, 'loading.subscribing'), [], ({devices}) => ({
    devices: together(devices).provide({actors: {subscribeTelemetry: answers()}}),
  })),
  entry('of-page', shows(devicesMachine, 'loading.takingOver'), [], ({devices}) => ({
    devices: devices.provide({actors: {overviewOfPage: says()}}),
  })),
  entry('reading', shows(devicesMachine, 'loading.subscribed'), [], ({devices}) => ({devices: together(devices)})),
  entry('failed', shows(wallMachine, 'devices.loading'), [], ({devices}) => ({
    devices: devices.provide({actors: {loadDevices: answers(BROKEN)}}),
  })),
  entry('empty', shows(wallMachine, 'devices.loaded'), [], ({devices}) => ({
    devices: devices.provide({actors: {loadDevices: answers([])}}),
  })),
  entry('tiles', [...loaded, ...shows(wallMachine, 'board', 'pages.still.waiting', 'editor.closed')]),
  entry('tiles-without-thresholds', shows(wallMachine, 'facts.reading'), [], ({wall, devices}) => ({
    wall: wall.provide({actors: {loadFacts: answers()}}),
    devices: devices.provide({actors: {keySettings: says()}}),
  })),
  entry('alarms', loaded, [], parts => ({
    ...many(parts),
    wall: parts.wall.provide({actors: {alarms: says({type: 'alarms.received', alarms: WALL_ALARMS, isAll: true})}}),
  })),
  {
    ...entry('alarm-beside', loaded, [], parts => ({
      ...many(parts),
      wall: parts.wall.provide({actors: {alarms: says({type: 'alarms.received', alarms: WALL_ALARMS, isAll: true})}}),
    })),
    at: `${WALL}?show=m-3`,
  },
  {
    ...entry('maintenance', loaded, [], ({wall}) => ({
      wall: wall.provide({actors: {maintenance: says({type: 'maintenance.received', periods: MAINTENANCE})}}),
    })),
    at: `${WALL}?show=d-boiler`,
  },
  {
    ...entry('unusual', loaded, [], ({wall}) => ({wall: wall.provide({actors: {unusual: says(UNUSUAL)}})})),
    at: `${WALL}?order=unusual`,
  },
  entry('many', loaded, [], many),
  {...entry('many-in-groups', loaded, [], many), at: `${WALL}?group=label&order=worst`},
  {...entry('many-by-key', loaded, [], many), at: `${WALL}?tiles=key&label=Hall+3`},
  {...entry('dots', loaded, [], many), at: `${WALL}?tiles=dot`},
  {...entry('none-passes', loaded), at: `${WALL}?q=nowhere`},
  {...entry('gone', loaded), at: `${WALL}?wall=Sold`},
  {...entry('device-beside', loaded), at: `${WALL}?show=d-boiler`},
  entry(
    'link-down',
    shows(linkMachine, 'waiting'),
    [...loaded, ...tell(linkMachine, {type: 'socket.closed'})],
    ({link}) => ({
      link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}}),
    }),
  ),
  {
    ...entry(
      'kiosk',
      [...shows(wallMachine, 'screen.kiosk', 'pages.turning'), ...shows(fullScreenMachine, 'inPage')],
      loaded,
    ),
    at: `${WALL}?kiosk=1&walls=All+halls,Pumps&every=30`,
  },
  {
    ...entry('kiosk-bar', shows(wallMachine, 'screen.kiosk', 'pages.still.paused'), [
      ...loaded,
      ...tell(wallMachine, {type: 'pause.toggled'}, {type: 'watching.changed', isWatched: true}),
    ]),
    at: `${WALL}?kiosk=1&walls=All+halls,Pumps&every=30`,
  },
  {
    ...entry('kiosk-paused', shows(wallMachine, 'screen.kiosk', 'pages.still.paused'), [
      ...loaded,
      ...tell(wallMachine, {type: 'pause.toggled'}),
    ]),
    at: `${WALL}?kiosk=1&walls=All+halls,Pumps&every=30`,
  },
  {
    ...entry('kiosk-alarm-code', shows(wallMachine, 'screen.kiosk'), loaded, many),
    at: `${WALL}?kiosk=1&wall=Lobby`,
  },
  {
    ...entry(
      'kiosk-link-down',
      shows(linkMachine, 'waiting'),
      [...loaded, ...tell(linkMachine, {type: 'socket.closed'})],
      parts => ({
        ...many(parts),
        link: parts.link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}}),
      }),
    ),
    at: `${WALL}?kiosk=1`,
  },
  entry('editor', [...shows(wallMachine, 'editor.open'), ...shows(wallEditorMachine, 'filling')], edited),
  entry('editor-problem', shows(wallEditorMachine, 'filling'), [
    ...edited,
    ...tell(
      wallEditorMachine,
      {type: 'draft.changed', change: {name: 'Pumps', devices: {by: 'label', values: ['Hall 1']}}},
      {type: 'save.requested'},
    ),
  ]),
  entry(
    'editor-devices',
    shows(wallEditorMachine, 'filling'),
    [
      ...edited,
      ...tell(wallEditorMachine, {type: 'draft.changed', change: {devices: {by: 'picked', values: ['m-2', 'm-7']}}}),
    ],
    many,
  ),
  entry('editor-overtaken', shows(wallEditorMachine, 'overtaken'), [
    ...edited,
    ...tell(
      wallEditorMachine,
      {type: 'walls.changed', walls: hall === undefined ? [] : [{...hall, order: 'name'}]},
      {type: 'save.requested'},
    ),
  ]),
  entry('editor-removal', shows(wallEditorMachine, 'askingToRemove'), [
    ...edited,
    ...tell(wallEditorMachine, {type: 'removal.requested'}),
  ]),
  ...plants,
]
