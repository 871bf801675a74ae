import type {Listed} from '../../src/domain/alarms/filter'
import type {AlarmHistory} from '../../src/domain/alarms/history'
import {alarmActionBatchMachine, alarmActionsMachine} from '../../src/machines/alarms/actions'
import {alarmAroundMachine} from '../../src/machines/alarms/around'
import {bellMachine} from '../../src/machines/alarms/bell'
import {alarmListMachine} from '../../src/machines/alarms/list'
import {alarmPageMachine} from '../../src/machines/alarms/page'
import {alarmReportMachine, type ReportAnswer} from '../../src/machines/alarms/report'
import {linkMachine} from '../../src/machines/link'
import {ALARMS, BOILER, HISTORY, NEWEST} from './alarmsWorld'
import {availability} from './availability'
import {type Entry, type Shown, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, PENDING, refusal, says} from './given'
import {maintenance} from './maintenance'
import {onCall} from './onCall'
import type {Parts} from './parts'
import {shift} from './shift'
import {NOW, SYS_ADMIN} from './world'

const entriesAt =
  (at: string) =>
  (
    name: string,
    shown: readonly Shown[],
    steps: Entry['steps'] = [],
    given: Entry['given'] = () => ({}),
    until = '',
  ): Entry => ({name, at, steps, shows: shown, given, until})

const list = entriesAt('/alarms')
const page = entriesAt(`/alarms/${BOILER.id}`)
const report = entriesAt('/alarms/report')

const loaded = {id: alarmListMachine.id, state: 'loaded.idle'}
const current = {id: alarmPageMachine.id, state: 'shown.current'}
const told = {type: 'alarms.changed', alarms: [BOILER]} as const
const unlinked = (parts: Parts) => ({
  link: parts.link.provide({actors: {liveConnection: says()}}),
})
const lost = tell(linkMachine, {type: 'network.lost'})
const listing =
  (...given: readonly Answer<Listed>[]) =>
  ({alarmList}: Parts) => ({
    alarmList: alarmList.provide({actors: {loadPage: answers(...given)}}),
  })
const reading =
  (...given: readonly Answer<AlarmHistory>[]) =>
  ({alarmPage}: Parts) => ({
    alarmPage: alarmPage.provide({actors: {loadHistory: answers(...given)}}),
  })

const intent = {type: 'action.requested', kind: 'acknowledge', alarms: ALARMS, now: NOW, isAsking: true} as const
const acknowledging = [loaded, ...tell(alarmActionsMachine, intent, {type: 'note.typed', note: 'On my way.'})]
const confirmed = [...acknowledging, ...tell(alarmActionsMachine, {type: 'start.confirmed'})]
const finished = tell(
  alarmActionBatchMachine,
  {
    type: 'items.finished',
    outcomes: [
      {id: 'a1', message: null},
      {id: 'a2', message: 'tom@harbour.test has acknowledged it at 10:21.'},
      {id: 'a3', message: null},
    ],
  },
  {type: 'run.ended'},
)

/** The bell itself is in the bar above every page. */
const counting: readonly Entry[] = [
  list('bell', shows(bellMachine, 'counting.current.counted', 'sound.awaitingTouch', 'notifications.unasked')),
  list(
    'bell-awaiting',
    shows(bellMachine, 'counting.awaitingLink'),
    [loaded, ...lost],
    () => ({}),
    'Alarms not acknowledged (not current)',
  ),
  list('bell-reading', shows(bellMachine, 'counting.current.reading'), [], ({bell}) => ({
    bell: bell.provide({actors: {alarmCounts: says()}}),
  })),
  list('bell-missed', shows(bellMachine, 'counting.current.missed'), [], ({bell}) => ({
    bell: bell.provide({actors: {alarmCounts: says({type: 'alarms.uncounted'})}}),
  })),
].map(entry => ({...entry, region: 'role=banner'}))

/** The page of alarms says whether the bell is heard, and switches it. */
const hearing: readonly Entry[] = [
  list('bell-on', shows(bellMachine, 'sound.on'), tell(bellMachine, {type: 'page.touched'})),
  list('bell-muted', shows(bellMachine, 'sound.muted'), tell(bellMachine, {type: 'sound.switched'})),
  list('bell-asking', shows(bellMachine, 'notifications.asking'), tell(bellMachine, {type: 'notifications.requested'})),
  list(
    'bell-allowed',
    shows(bellMachine, 'notifications.allowed'),
    tell(bellMachine, {type: 'notifications.requested'}),
    ({bell}) => ({bell: bell.provide({actors: {askToNotify: answers('allowed')}})}),
  ),
  list(
    'bell-refused',
    shows(bellMachine, 'notifications.refused'),
    tell(bellMachine, {type: 'notifications.requested'}),
    ({bell}) => ({bell: bell.provide({actors: {askToNotify: answers('refused')}})}),
  ),
]

const lists: readonly Entry[] = [
  list(
    'list',
    [...shows(alarmListMachine, 'loaded.idle'), ...shows(alarmActionsMachine, 'idle')],
    [],
    () => ({}),
    'Boiler 7',
  ),
  list('list-selected', shows(alarmListMachine, 'loaded.idle'), [
    loaded,
    ...tell(alarmListMachine, {type: 'all.selected', isSelected: true}),
  ]),
  list('list-beside', shows(alarmListMachine, 'loaded.idle'), [
    loaded,
    ...tell(alarmListMachine, {type: 'peek.changed', id: BOILER.id}),
    current,
  ]),
  list(
    'list-grouped',
    shows(alarmListMachine, 'loaded.idle'),
    [loaded, ...tell(alarmListMachine, {type: 'filter.changed', filter: {grouping: 'customer'}})],
    () => ({}),
    'Quayside Cold Stores',
  ),
  list('list-of-all', shows(alarmListMachine, 'loaded.idle'), [], ({session}) => ({
    session: session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
  })),
  list(
    'list-waiting',
    shows(alarmListMachine, 'loaded.idle'),
    [
      loaded,
      ...tell(
        alarmListMachine,
        {type: 'watching.changed', isWatched: true},
        {type: 'alarms.changed', alarms: [NEWEST, {...BOILER, state: 'acknowledged', version: 2}]},
      ),
    ],
    () => ({}),
    'Show 1 new',
  ),
  list('list-empty', shows(alarmListMachine, 'loaded.idle'), [], listing({alarms: [], next: null})),
  list('list-outdated', shows(alarmListMachine, 'loaded.idle'), [loaded, ...lost], () => ({}), 'Not current since'),
  list('list-awaiting-server', shows(alarmListMachine, 'loading.awaitingLink'), [], unlinked),
  list('list-loading', shows(alarmListMachine, 'loading.fetching'), [], listing(PENDING)),
  list('list-failed', shows(alarmListMachine, 'failed'), [], listing(BROKEN)),
  list('list-unreachable', shows(alarmListMachine, 'failed'), lost, unlinked),
  list('list-pausing', shows(alarmListMachine, 'pausing'), [
    loaded,
    ...tell(alarmListMachine, {type: 'filter.changed', filter: {text: 'boil'}}),
  ]),
  list(
    'list-fetching-more',
    shows(alarmListMachine, 'loaded.fetchingMore'),
    [],
    listing({alarms: ALARMS, next: 'more'}, PENDING),
  ),
  list('list-missed', shows(alarmListMachine, 'loaded.missed'), [], listing({alarms: ALARMS, next: 'more'}, AWAY)),
]

const actions: readonly Entry[] = [
  list('action-asking', shows(alarmActionsMachine, 'asking'), acknowledging),
  list('action-shelving', shows(alarmActionsMachine, 'asking'), [
    loaded,
    ...tell(alarmActionsMachine, {...intent, kind: 'shelve', alarms: [BOILER]}),
  ]),
  list(
    'action-going',
    [...shows(alarmActionsMachine, 'doing'), ...shows(alarmActionBatchMachine, 'running.going')],
    confirmed,
  ),
  list('action-cancelling', shows(alarmActionBatchMachine, 'running.cancelling'), [
    ...confirmed,
    ...tell(alarmActionBatchMachine, {type: 'cancel.requested'}),
  ]),
  list('action-finished', shows(alarmActionBatchMachine, 'finished'), [...confirmed, ...finished]),
]

const single: readonly Entry[] = [
  page('page', shows(alarmPageMachine, 'shown.current'), [], () => ({}), 'Valve 3'),
  page('page-outdated', shows(alarmPageMachine, 'shown.current'), [current, ...lost]),
  page('page-awaiting-server', shows(alarmPageMachine, 'awaitingLink'), [], unlinked),
  page('page-loading', shows(alarmPageMachine, 'loading'), [], reading(PENDING)),
  page('page-failed', shows(alarmPageMachine, 'failed'), [], reading(BROKEN)),
  page('page-not-found', shows(alarmPageMachine, 'notFound'), [], reading(refusal(404))),
  page('page-pausing', shows(alarmPageMachine, 'shown.pausing'), [current, ...tell(alarmPageMachine, told)]),
  page(
    'page-reading',
    shows(alarmPageMachine, 'shown.reading'),
    [current, ...lost, ...tell(linkMachine, {type: 'retry.requested'})],
    reading(HISTORY, PENDING),
  ),
  page(
    'page-missed',
    shows(alarmPageMachine, 'shown.missed'),
    [current, ...tell(alarmPageMachine, {type: 'older.requested'})],
    ({alarmPage}) => ({alarmPage: alarmPage.provide({actors: {loadOlder: answers(AWAY)}})}),
  ),
  page('page-reading-older', shows(alarmPageMachine, 'shown.readingOlder'), [
    current,
    ...tell(alarmPageMachine, {type: 'older.requested'}),
  ]),
  page('page-around', shows(alarmAroundMachine, 'read'), [], () => ({}), 'Feed pump'),
  page('page-around-reading', shows(alarmAroundMachine, 'reading'), [], ({alarmAround}) => ({
    alarmAround: alarmAround.provide({actors: {loadRaised: answers()}}),
  })),
  page('page-around-missed', shows(alarmAroundMachine, 'missed'), [], ({alarmAround}) => ({
    alarmAround: alarmAround.provide({actors: {loadRaised: answers(AWAY)}}),
  })),
]

const reporting =
  (...given: readonly Answer<ReportAnswer>[]) =>
  ({alarmReport}: Parts) => ({
    alarmReport: alarmReport.provide({actors: {loadReport: answers(...given)}}),
  })

const reports: readonly Entry[] = [
  report('report', shows(alarmReportMachine, 'loaded'), [], () => ({}), 'The ten worst'),
  report('report-loading', shows(alarmReportMachine, 'loading'), [], reporting()),
  report('report-failed', shows(alarmReportMachine, 'failed'), [], reporting(BROKEN)),
]

/** The alarm bell, the list of alarms, and the actions on them. */
export const alarmLists: readonly Entry[] = [...counting, ...hearing, ...lists, ...actions]

/** The page of one alarm, the shift, the report, availability, maintenance and who is on call. */
export const alarmPages: readonly Entry[] = [
  ...single,
  ...shift,
  ...reports,
  ...availability,
  ...maintenance,
  ...onCall,
]
