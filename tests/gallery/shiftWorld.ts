import type {AlarmInShift, HandOver, Shift} from '../../src/domain/alarms/shift'
import type {ShiftAnswer} from '../../src/machines/alarms/shift'
import {ALARMS} from './alarmsWorld'
import {ago, LONG, NOW} from './world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ANA = 'ana.lindqvist@harbour.test'
const BO = 'bo.ruiz@harbour.test'

export const HAND_OVER: HandOver = {
  id: 'h2',
  at: ago(7 * 60 + 40),
  by: ANA,
  to: 'Bo Ruiz',
  notes: [
    {
      at: ago(7 * 60 + 40),
      by: ANA,
      note: 'Boiler 7 runs hot since the valve was changed: 84 °C is its new normal until Thursday.\n\nPump station west: the fitter comes at ten. Please put it into maintenance then.',
    },
    {at: ago(7 * 60 + 12), by: 'chidi.okafor@harbour.test', note: 'Hall 2 is open for deliveries until noon.'},
  ],
}

const EARLIER: HandOver = {id: 'h1', at: ago(7 * 60 + 50), by: BO, to: null, notes: []}

const inShift = (at: number, raised: number, lasted: number): AlarmInShift[] =>
  ALARMS.slice(at, at + 1).map(alarm => ({alarm, raised, lasted}))

const SHIFT: Shift = {
  asOf: NOW,
  range: {start: HAND_OVER.at, end: NOW},
  period: 10 * MINUTE,
  handOver: HAND_OVER,
  earlier: [EARLIER],
  alarms: {
    raised: {warning: 31, critical: 9},
    ended: 34,
    active: 6,
    unacknowledged: 3,
    acknowledged: [
      {by: BO, count: 27},
      {by: ANA, count: 4},
      {by: null, count: 1},
    ],
    longest: [...inShift(1, 1, 7 * HOUR + 40 * MINUTE), ...inShift(2, 2, 3 * HOUR), ...inShift(0, 1, 4 * MINUTE)],
    flapping: [...inShift(3, 14, 26 * MINUTE), ...inShift(2, 3, 3 * HOUR)],
    unusual: inShift(5, 1, 45 * MINUTE),
  },
  periods: Array.from({length: 46}, (_, at) => ({
    start: Math.floor(HAND_OVER.at / (10 * MINUTE)) * 10 * MINUTE + at * 10 * MINUTE,
    warning: [0, 1, 0, 2, 0, 0, 1][at % 7] ?? 0,
    critical: at % 9 === 4 ? 1 + (at % 4) : 0,
    lost: at % 13 === 6 ? 1 + (at % 2) : 0,
  })),
  links: {
    lost: 5,
    silentDevices: 1,
    devices: [
      {deviceId: 'd1', name: 'Pump station west', label: 'Hall 2', lost: 3, silentFor: 52 * MINUTE, since: ago(38)},
      {deviceId: 'd2', name: LONG, label: null, lost: 2, silentFor: 8 * MINUTE, since: null},
    ],
  },
  maintenance: [
    {
      title: 'Change of seals',
      target: {kind: 'label', value: 'Hall 2'},
      organisationId: 'o1',
      startsAt: ago(90),
      endsAt: ago(30),
    },
  ],
  commands: {
    sent: 2,
    failed: 1,
    newest: [
      {deviceId: 'd1', deviceName: 'Pump station west', method: 'restart', state: 'expired', by: BO, at: ago(31)},
      {deviceId: 'd2', deviceName: 'Boiler 7', method: 'setLimit', state: 'answered', by: BO, at: ago(200)},
    ],
  },
  changes: {
    newest: [
      {
        id: 'c1',
        at: ago(50),
        by: BO,
        action: 'attribute.updated',
        entityType: 'device',
        entityId: 'd2',
        entityName: 'Boiler 7',
      },
      {
        id: 'c2',
        at: ago(222),
        by: null,
        action: 'user.created',
        entityType: 'user',
        entityId: 'u9',
        entityName: 'eva.lang@harbour.test',
      },
    ],
    hasMore: true,
  },
  successors: [
    {id: 'u2', name: 'Bo Ruiz', email: BO, onCall: 'now'},
    {id: 'u3', name: 'Chidi Okafor', email: 'chidi.okafor@harbour.test', onCall: 'next'},
    {id: 'u4', name: 'Eva Lang', email: 'eva.lang@harbour.test', onCall: null},
  ],
}

const answer = (shift: Shift): ShiftAnswer => ({shift, range: shift.range, readAt: NOW})

export const WHOLE_SHIFT = answer(SHIFT)

const NOTHING: Shift['alarms'] = {
  raised: {warning: 0, critical: 0},
  ended: 0,
  active: 0,
  unacknowledged: 0,
  acknowledged: [],
  longest: [],
  flapping: [],
  unusual: [],
}

/** A quiet shift, as a user sees it who may read neither commands nor changes. */
export const QUIET_SHIFT = answer({
  ...SHIFT,
  range: {start: NOW - 8 * HOUR, end: NOW},
  handOver: null,
  earlier: [],
  alarms: NOTHING,
  periods: [],
  links: {lost: 0, silentDevices: 0, devices: []},
  maintenance: [],
  commands: undefined,
  changes: undefined,
  successors: undefined,
})
