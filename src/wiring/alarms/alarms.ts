import {type ComponentType, createElement} from 'react'
import {map, merge, NEVER, type Observable, Subject} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {BYTE_ORDER_MARK} from '../../../contract/rules/csv'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Milliseconds} from '../../../contract/wire/common'
import {doWithAlarm, listAlarms, loadAlarm, loadJournal, loadOccurrences, loadRaised} from '../../api/alarms/alarms'
import {loadAvailability, saveGoals} from '../../api/alarms/availability'
import {
  listMaintenance,
  previewMaintenance,
  removeMaintenance,
  saveMaintenance,
  steerMaintenance,
} from '../../api/alarms/maintenance'
import {loadReport} from '../../api/alarms/report'
import {loadHandOver} from '../../api/alarms/shift'
import {listRecords} from '../../api/console/records'
import type {Http, Options} from '../../api/http'
import {addOverrides, giveBack, issueCalendar, listRotas, removeRota, revokeCalendar, saveRota} from '../../api/onCall'
import {loadCustomerNames} from '../../api/telemetry/customers'
import {loadSparklines} from '../../api/telemetry/sparklines'
import type {Alarm} from '../../domain/alarm'
import type {AlarmAction} from '../../domain/alarms/action'
import {availabilityRange} from '../../domain/alarms/availability'
import {filterFromSearch, peekFromSearch, raisedBetween, searchFromList, statesOf} from '../../domain/alarms/filter'
import {overridesFrom, rotaEntry} from '../../domain/alarms/onCall'
import {reportRange} from '../../domain/alarms/report'
import {customers} from '../../domain/console/records/customers'
import {nameOf} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import {typedText} from '../../domain/console/records/draft'
import {organisations} from '../../domain/console/records/organisations'
import {isRefusedWith} from '../../domain/failure'
import {entryOf, type MaintenanceChoices, NO_CHOICES} from '../../domain/maintenance'
import {averagesFrom, sparklineBuckets} from '../../domain/telemetry/series/sparkline'
import {type MinuteTicked, resolveRange} from '../../domain/timeRange/timeRange'
import {alarmActionBatchMachine, alarmActionsMachine} from '../../machines/alarms/actions'
import {alarmAroundMachine} from '../../machines/alarms/around'
import {type AvailabilityLogic, availabilityMachine} from '../../machines/alarms/availability'
import {type AddressChanged, alarmListMachine, type WatchingChanged} from '../../machines/alarms/list'
import {
  type MaintenanceLogic,
  maintenanceMachine,
  type PlanPreviewLogic,
  planPreviewMachine,
} from '../../machines/alarms/maintenance'
import {type OnCallLogic, onCallMachine} from '../../machines/alarms/onCall'
import {alarmPageMachine} from '../../machines/alarms/page'
import {presentValuesMachine} from '../../machines/alarms/presentValues'
import {alarmReportMachine} from '../../machines/alarms/report'
import {type TrendLogic, trendMachine} from '../../machines/alarms/trend'
import type {LinkChanged} from '../../machines/connectivity'
import {createLoadMachine} from '../../machines/load'
import {connected} from '../../machines/ports'
import {type AlarmsChanged, type AlarmsMoved, alarmEvents} from '../../streams/alarms/alarmEvents'
import type {ClockEvent} from '../../streams/clock'
import {watchingOf} from '../../streams/watching'
import {alarmsPath, maintenancePath} from '../../ui/alarmPaths'
import {AlarmsScreen} from '../../ui/alarms/AlarmsScreen'
import {BellPanel, type BellPanelProps} from '../../ui/alarms/bell/BellPanel'
import {DeviceCard, type DeviceCardProps} from '../../ui/alarms/card/DeviceCard'
import type {AlarmsLogic, Owners} from '../../ui/alarms/logic'
import {texts} from '../../ui/alarms/texts'
import {download} from '../../ui/kit/text/download'
import {browserStorage} from '../accessTokenMark'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import {createBatchRun} from '../batchRun'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'
import {createSavedViewsLogic, createSavedViewsStore} from '../savedViews'
import {createChartLogic} from '../telemetry/chart'
import {loadDrawnAndNewest} from '../telemetry/chartSeries'
import {createDevicesLogic} from '../telemetry/devices'
import {createTimeRangeLogic} from '../timeRange'
import {createDeviceMaintenanceLogic, entriesChanges, startMaintenance} from './deviceMaintenance'
import {createReasonsStore, type ReasonsStore} from './reasons'
import {createShiftLogic} from './shift'
import {createWhomLogic} from './whom'

export interface AlarmsConnections extends Connections {
  router: AddressRouter
}

/** Without a socket the alarms are read again this often. */
const READ_PERIOD: Milliseconds = 10_000

export async function createAlarmsScreen(connections: AlarmsConnections): Promise<ComponentType> {
  const logic = await createAlarmsLogic(connections)
  return () => createElement(AlarmsScreen, {logic})
}

/** The list beneath the bell, on whatever screen. */
export async function createBellPanel(connections: AlarmsConnections): Promise<ComponentType<BellPanelProps>> {
  const logic = ofOtherScreen(await createAlarmsLogic(connections))
  return props => createElement(BellPanel, {...props, logic})
}

/** The card of a device that is chosen on another screen. */
export async function createDeviceCard(connections: AlarmsConnections): Promise<ComponentType<DeviceCardProps>> {
  const logic = ofOtherScreen(await createAlarmsLogic(connections))
  return props => createElement(DeviceCard, {...props, logic})
}

/** The address is that of another screen, and the rows follow each change. */
const ofOtherScreen = (logic: AlarmsLogic): AlarmsLogic => ({
  ...logic,
  list: logic.list.provide({
    actors: {
      addressChanges: fromEventObservable<AddressChanged, void>(() => NEVER),
      watching: fromEventObservable<WatchingChanged, void>(() => NEVER),
    },
    actions: {pushToUrl: () => {}},
  }),
})

/** What the list and the page of one alarm hear from outside. */
type Shared = ReturnType<typeof createShared>

async function createAlarmsLogic(connections: AlarmsConnections): Promise<AlarmsLogic> {
  /** What this page has done itself, which it knows without a message. */
  const done = new Subject<readonly Alarm[]>()
  const shared = createShared(connections, done)
  const views = createSavedViewsStore(browserStorage())
  const reasons = createReasonsStore(browserStorage())
  return {
    bell: await connections.bell(),
    isReplay: connections.isReplay,
    now: connections.serverClock.now,
    list: createListLogic(connections, shared),
    page: createPageLogic(connections, shared),
    around: createAroundLogic(connections, shared),
    report: createReportLogic(connections),
    shift: createShiftLogic(connections, shared),
    maintenance: createMaintenanceLogic(connections),
    planPreview: createPlanPreviewLogic(connections),
    deviceMaintenance: createDeviceMaintenanceLogic(connections),
    trend: createTrendLogic(connections),
    onCall: createOnCallLogic(connections),
    whom: createWhomLogic(connections),
    availability: createAvailabilityLogic(connections),
    actions: createActionsLogic(connections, reasons, alarm => done.next([alarm])),
    reasonsOf: reasons.read,
    values: connected(presentValuesMachine)({actors: {devices: createDevicesLogic(connections)}}),
    ownersOf: createOwnersLogic(connections),
    savedViews: createSavedViewsLogic(views),
    storedViews: views.read,
  }
}

const createShared = (
  {clock, feed, links, serverClock, polls}: AlarmsConnections,
  done: Observable<readonly Alarm[]>,
) => ({
  linkChanges: fromEventObservable<LinkChanged, void>(() => links),
  clock: fromEventObservable<ClockEvent, void>(() => clock.ticks(serverClock.now)),
  alarmEvents: fromEventObservable<AlarmsChanged | AlarmsMoved, void>(() =>
    alarmEvents({...feed, alarms: merge(feed.alarms, done)}),
  ),
  polls: fromEventObservable<MinuteTicked, void>(() => polls(READ_PERIOD)),
})

function createListLogic({http, router, serverClock}: AlarmsConnections, shared: Shared): AlarmsLogic['list'] {
  const address = createAddress(router, alarmsPath)
  return connected(alarmListMachine)({
    actors: {
      ...shared,
      watching: fromEventObservable(() => watchingOf(document, 'data-alarms')),
      addressChanges: fromEventObservable(() =>
        address.changes.pipe(
          map(search => {
            const shown = {filter: filterFromSearch(search), peek: peekFromSearch(search)}
            return {type: 'address.changed' as const, ...shown}
          }),
        ),
      ),
      loadPage: ask(http, async (_, {filter, organisationId, cursor}, options) => {
        const {tab: _tab, raised: chosen, ...rest} = filter
        const handOver =
          chosen === 'handOver' && organisationId !== null ? await loadHandOver(http, {organisationId}, options) : null
        const raised = raisedBetween(chosen, {now: serverClock.now(), handedOverAt: handOver?.at ?? null})
        return listAlarms(http, {filter: rest, states: statesOf(filter), raised, cursor}, options)
      }),
    },
    actions: {pushToUrl: (_, {filter, peek, replace}) => address.show(searchFromList(filter, peek), {replace})},
  })
}

const createPageLogic = ({http}: AlarmsConnections, shared: Shared): AlarmsLogic['page'] =>
  connected(alarmPageMachine)({
    actors: {
      ...shared,
      loadHistory: ask(http, async (_, {id}, options) => {
        const [alarm, {entries: journal, next}, occurrences] = await Promise.all([
          loadAlarm(http, id, options),
          loadJournal(http, {id, cursor: null}, options),
          loadOccurrences(http, id, options),
        ])
        return {alarm, journal, next, occurrences}
      }),
      loadOlder: ask(http, async (_, input, options) => {
        const {entries: journal, next} = await loadJournal(http, input, options)
        return {journal, next}
      }),
    },
  })

const createAroundLogic = (connections: AlarmsConnections, shared: Shared): AlarmsLogic['around'] =>
  connected(alarmAroundMachine)({
    actors: {
      linkChanges: shared.linkChanges,
      clock: shared.clock,
      retries: connections.retries,
      chart: createChartLogic(connections, loadDrawnAndNewest),
      loadRaised: ask(connections.http, loadRaised),
    },
  })

const createReportLogic = ({http, retries, serverClock}: AlarmsConnections): AlarmsLogic['report'] =>
  connected(alarmReportMachine)({
    actors: {
      retries,
      timeRange: createTimeRangeLogic(browserStorage()),
      loadReport: ask(http, async (_, {organisationId, zone, range: raw}, options) => {
        const readAt = serverClock.now()
        const range = reportRange(resolveRange(raw, readAt, zone))
        const [report, availability] = await Promise.all([
          loadReport(http, {organisationId, range}, options),
          loadAvailability(http, {organisationId, zone, range, by: 'label'}, options).catch(nullIfUnknown),
        ])
        return {range, readAt, report, availability}
      }),
    },
  })

function nullIfUnknown(error: unknown): null {
  if (isRefusedWith(error, 404)) return null
  throw error
}

function createActionsLogic(
  connections: AlarmsConnections,
  reasons: ReasonsStore,
  onKnown: (alarm: Alarm) => void,
): AlarmsLogic['actions'] {
  return connected(alarmActionsMachine)({
    actors: {batch: connected(alarmActionBatchMachine)({actors: {run: createRun(connections, onKnown)}})},
    actions: {
      showOutcome(_, {kind, count}) {
        if (count === 0) return
        const text = texts.announced[kind](String(count), count)
        const next = kind === 'maintain' && {next: {label: texts.views.maintenance, to: maintenancePath}}
        connections.toasts.send({type: 'outcome.reported', kind: 'done', text, ...next})
      },
      storeReasons: (_, {userId, reasons: list}) => reasons.write(userId, list),
    },
  })
}

/** A customer's users know no others, and of a system admin's customers there may be thousands. */
const createOwnersLogic =
  ({http}: AlarmsConnections): AlarmsLogic['ownersOf'] =>
  ({authority, organisationId, customerId}) =>
    createLoadMachine(async ({signal}): Promise<Owners> => {
      const isOfAll = authority === 'SYS_ADMIN'
      const records = isOfAll ? await listRecords(http, {description: organisations, organisationId: ''}, {signal}) : []
      const organisationIds = organisationId === null || customerId !== null || isOfAll ? [] : [organisationId]
      return {
        customers: await loadCustomerNames(http, {organisationIds}, {signal}),
        organisations: records.map(({id, values}) => ({id, title: typedText(values.title)})),
      }
    })

const createRun = (
  {http, serverClock}: Pick<AlarmsConnections, 'http' | 'serverClock'>,
  onKnown: (alarm: Alarm) => void,
) =>
  createBatchRun<Alarm, AlarmAction>({
    async act(alarm, action, signal) {
      const {kind} = action
      try {
        if (kind !== 'maintain') onKnown(await doWithAlarm(http, {alarm, action: {...action, kind}}, {signal}))
        else {
          const {organisationId, deviceId} = alarm
          const start = {organisationId, deviceId, reason: action.note, until: action.until}
          await startMaintenance({http, serverClock}, start, {signal})
          onKnown(await loadAlarm(http, alarm.id, {signal}))
        }
      } catch (error) {
        // Another user was first, so the alarm is another one than the one on screen.
        if (isRefusedWith(error, 409)) onKnown(await loadAlarm(http, alarm.id, {signal}))
        throw error
      }
    },
    failed: () => texts.dialog.failed,
  })

const createAvailabilityLogic = ({http, retries, serverClock}: Connections): AvailabilityLogic =>
  connected(availabilityMachine)({
    actors: {
      retries,
      timeRange: createTimeRangeLogic(browserStorage()),
      load: ask(http, async (_, {range: raw, ...question}, options) => {
        const readAt = serverClock.now()
        const range = availabilityRange(resolveRange(raw, readAt, question.zone))
        return {range, readAt, report: await loadAvailability(http, {...question, range}, options)}
      }),
      saveGoals: ask(http, saveGoals),
    },
    actions: {saveFile: (_, {name, text}) => download(name, 'text/csv', `${BYTE_ORDER_MARK}${text}`)},
  })

/** The maintenance of an organisation. Only those who may plan some are offered targets. */
const createMaintenanceLogic = ({http, feed, retries}: Connections): MaintenanceLogic =>
  connected(maintenanceMachine)({
    actors: {
      retries,
      changes: entriesChanges(feed),
      load: ask(http, async (_, {input: {organisationId, authority}}, options) => {
        const [windows, choices] = await Promise.all([
          listMaintenance(http, organisationId, options),
          loadChoices(http, {organisationId, authority}, options),
        ])
        return {windows, choices}
      }),
      save: ask(http, async (_, {input: {organisationId}, row, draft}, options) => {
        await saveMaintenance(http, {organisationId, entry: entryOf(draft), window: row}, options)
        return undefined
      }),
      remove: ask(http, async (_, {input: {organisationId}, row: {id}}, options) => {
        await removeMaintenance(http, {organisationId, id}, options)
        return undefined
      }),
      act: ask(http, (_, {input: {organisationId}, act}, options) =>
        steerMaintenance(http, {organisationId, ...act}, options),
      ),
    },
  })

/** Of the past, nothing counts that came later. */
const createTrendLogic = (connections: Connections): TrendLogic =>
  connected(trendMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, async (http, {question: {span, ...series}, offer}, options) => {
        const now = connections.serverClock.now()
        const buckets = sparklineBuckets(now, span)
        const {isReplay} = connections
        const asked = isReplay ? {...buckets, end: now} : {...buckets, hasUsual: true}
        const [found] = isPulsewall(offer) ? await loadSparklines(http, {requested: [series], ...asked}, options) : []
        return {span, averages: averagesFrom(found?.points ?? [], buckets), usual: found?.usual ?? []}
      }),
    },
  })

const createPlanPreviewLogic = ({http}: Connections): PlanPreviewLogic =>
  connected(planPreviewMachine)({actors: {preview: ask(http, previewMaintenance)}})

async function loadChoices(
  http: Http,
  {organisationId, authority}: {organisationId: string; authority: string},
  options: Options,
): Promise<MaintenanceChoices> {
  const isOrganisation = authority === 'SYS_ADMIN' || authority === 'ORGANISATION_ADMIN'
  if (!isOrganisation && authority !== 'CUSTOMER_ADMIN') return NO_CHOICES
  const [ofDevices, ofCustomers] = await Promise.all([
    listRecords(http, {description: devices, organisationId}, options),
    listRecords(http, {description: customers, organisationId}, options),
  ])
  const labels = ofDevices.map(({values}) => typedText(values.label)).filter(label => label !== '')
  return {
    isOrganisation,
    customers: ofCustomers.map(record => ({id: record.id, name: nameOf(customers, record)})),
    labels: isOrganisation ? [...new Set(labels)].sort() : [],
    devices: ofDevices.map(record => ({id: record.id, name: nameOf(devices, record)})),
  }
}

/** Who is on call in an organisation. */
const createOnCallLogic = ({http, feed, retries}: Connections): OnCallLogic =>
  connected(onCallMachine)({
    actors: {
      retries,
      changes: entriesChanges(feed),
      load: ask(http, (_, {input: {organisationId}}, options) => listRotas(http, organisationId, options)),
      save: ask(http, async (_, {input: {organisationId}, row, draft}, options) => {
        if (draft.form === 'rota') await saveRota(http, {organisationId, entry: rotaEntry(draft), rota: row}, options)
        else if (row !== null)
          await addOverrides(http, {organisationId, id: row.id, overrides: overridesFrom(draft)}, options)
        return undefined
      }),
      remove: ask(http, async (_, {input: {organisationId}, row: {id}}, options) => {
        await removeRota(http, {organisationId, id}, options)
        return undefined
      }),
      act: ask(http, (_, {input: {organisationId}, act}, options) => {
        const ref = {organisationId, id: act.id}
        if (act.kind === 'giveBack') return giveBack(http, {...ref, overrideId: act.overrideId}, options)
        return (act.kind === 'issue' ? issueCalendar : revokeCalendar)(http, ref, options)
      }),
    },
  })
