import type {Alarm} from '../../src/domain/alarm'
import type {Listed} from '../../src/domain/alarms/filter'
import type {Whom} from '../../src/domain/alarms/onCall'
import {alarmActionsMachine} from '../../src/machines/alarms/actions'
import {deviceMaintenanceMachine} from '../../src/machines/alarms/deviceMaintenance'
import {alarmListMachine} from '../../src/machines/alarms/list'
import {type Trend, trendMachine} from '../../src/machines/alarms/trend'
import {whomMachine} from '../../src/machines/alarms/whom'
import {linkMachine} from '../../src/machines/link'
import {wallMachine} from '../../src/machines/wall/wall'
import {CARD_ALARMS, TREND, WHOM} from './alarmsWorld'
import {type Entry, type Shown, shows, tell} from './entry'
import {type Answer, answers, BROKEN, PENDING, refusal, says, UNKNOWN_SERVER} from './given'
import {MAINTENANCE} from './maintenanceWorld'
import type {Parts} from './parts'
import {withThresholds} from './wallWorld'
import {NOC_ADMIN, NOW} from './world'

const [WORST, ACKNOWLEDGED, SILENT] = CARD_ALARMS

const beside =
  (device: string) =>
  (
    name: string,
    shown: readonly Shown[],
    steps: Entry['steps'] = [],
    given: (parts: Parts) => Partial<Parts> = () => ({}),
  ): Entry => ({
    name,
    at: `/dashboard?show=${device}`,
    steps,
    shows: shown,
    region: 'role=complementary',
    given: parts => {
      const all = {
        session: parts.session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}}),
        devices: withThresholds(parts.devices),
        alarmList: parts.alarmList.provide({actors: {loadPage: answers({alarms: CARD_ALARMS, next: null})}}),
      }
      return {...all, ...given({...parts, ...all})}
    },
  })

const boiler = beside('d-boiler')

const loaded = [
  ...shows(wallMachine, 'devices.loaded'),
  ...shows(alarmListMachine, 'loaded.idle'),
  ...shows(trendMachine, 'loaded.current'),
  ...shows(deviceMaintenanceMachine, 'known'),
]
const listing =
  (given: Answer<Listed>) =>
  ({alarmList}: Parts) => ({alarmList: alarmList.provide({actors: {loadPage: answers(given)}})})
const these = (...alarms: readonly Alarm[]): Listed => ({alarms, next: null})
const trending =
  (...given: readonly Answer<Trend>[]) =>
  ({trend}: Parts) => ({trend: trend.provide({actors: {load: answers(...given)}})})
const notifying =
  (...given: readonly Answer<Whom>[]) =>
  ({whom}: Parts) => ({whom: whom.provide({actors: {load: answers(...given)}})})
const maintaining =
  (implementations: Parameters<typeof deviceMaintenanceMachine.provide>[0]) =>
  ({deviceMaintenance}: Parts) => ({deviceMaintenance: deviceMaintenance.provide(implementations)})

const start = {type: 'act.requested', act: {kind: 'start', deviceId: 'd-boiler', until: NOW + 3_600_000}} as const
const starting = [...loaded, ...tell(deviceMaintenanceMachine, start)]
const own = MAINTENANCE.windows.map(window => ({...window, target: {kind: 'device', value: 'd-boiler'} as const}))
const ofAll = MAINTENANCE.windows
  .slice(0, 1)
  .map(window => ({...window, target: {kind: 'organisation', value: null} as const}))

/** What is shown beside a wall of a device, first its alarms. */
export const card: readonly Entry[] = [
  boiler('alarms', [...loaded, ...shows(whomMachine, 'loaded.current')]),
  boiler('acknowledged', loaded, [], listing(these(ACKNOWLEDGED))),
  boiler('silent', loaded.slice(0, 2), [], listing(these(SILENT))),
  boiler('well', loaded, [], listing(these())),
  beside('d-long')('well-long', loaded.slice(0, 2), [], listing(these())),
  beside('d-rtl')('well-rtl', loaded.slice(0, 2), [], listing(these())),
  boiler(
    'link-down',
    shows(linkMachine, 'waiting'),
    [...loaded, ...tell(linkMachine, {type: 'socket.closed'})],
    ({link}) => ({link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}})}),
  ),
  boiler('loading', shows(alarmListMachine, 'loading.fetching'), [], listing(PENDING)),
  boiler('failed', shows(alarmListMachine, 'failed'), [], listing(BROKEN)),
  boiler('shelving', shows(alarmActionsMachine, 'asking'), [
    ...loaded,
    ...tell(alarmActionsMachine, {
      type: 'action.requested',
      kind: 'shelve',
      alarms: [WORST],
      now: NOW,
      isAsking: true,
    }),
    ...tell(alarmActionsMachine, {type: 'start.confirmed'}),
  ]),
  boiler(
    'trend-awaiting',
    shows(trendMachine, 'awaitingServer'),
    [...shows(trendMachine, 'failed'), ...tell(trendMachine, ...UNKNOWN_SERVER)],
    trending(BROKEN),
  ),
  boiler('trend-loading', shows(trendMachine, 'loading'), [], trending(PENDING)),
  boiler('trend-failed', shows(trendMachine, 'failed'), [], trending(BROKEN)),
  boiler(
    'trend-refreshing',
    shows(trendMachine, 'loaded.refreshing'),
    [...loaded, ...tell(trendMachine, {type: 'refresh.requested'})],
    trending(TREND, PENDING),
  ),
  boiler(
    'trend-missed',
    shows(trendMachine, 'loaded.missed'),
    [...loaded, ...tell(trendMachine, {type: 'refresh.requested'})],
    trending(TREND, BROKEN),
  ),
  boiler(
    'whom-awaiting',
    shows(whomMachine, 'awaitingServer'),
    [...shows(whomMachine, 'failed'), ...tell(whomMachine, ...UNKNOWN_SERVER)],
    notifying(BROKEN),
  ),
  boiler('whom-loading', shows(whomMachine, 'loading'), [], notifying(PENDING)),
  boiler('whom-failed', shows(whomMachine, 'failed'), [], notifying(BROKEN)),
  boiler(
    'whom-refreshing',
    shows(whomMachine, 'loaded.refreshing'),
    [...shows(whomMachine, 'loaded.current'), ...tell(whomMachine, {type: 'refresh.requested'})],
    notifying(WHOM, PENDING),
  ),
  boiler(
    'whom-missed',
    shows(whomMachine, 'loaded.missed'),
    [...shows(whomMachine, 'loaded.current'), ...tell(whomMachine, {type: 'refresh.requested'})],
    notifying(WHOM, BROKEN),
  ),
  boiler('maintenance', loaded, [], maintaining({actors: {load: answers(own)}})),
  boiler('maintenance-of-all', loaded, [], maintaining({actors: {load: answers(ofAll)}})),
  boiler(
    'maintenance-reading',
    shows(deviceMaintenanceMachine, 'reading'),
    [],
    maintaining({actors: {load: answers(PENDING)}}),
  ),
  boiler(
    'maintenance-unread',
    shows(deviceMaintenanceMachine, 'unread'),
    [],
    maintaining({actors: {load: answers(BROKEN)}}),
  ),
  boiler(
    'maintenance-acting',
    shows(deviceMaintenanceMachine, 'acting'),
    starting,
    maintaining({actors: {act: answers(PENDING)}}),
  ),
  boiler(
    'maintenance-refused',
    shows(deviceMaintenanceMachine, 'known'),
    starting,
    maintaining({actors: {act: answers(refusal(409, 'There are at most 500 maintenance windows.'))}}),
  ),
]
