import {useActorRef, useSelector} from '@xstate/react'
import {createContext, useContext, useMemo} from 'react'
import type {ShownUnit} from '../../../contract/rules/format/shownUnit'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarm'
import {ACTIONS_OF_MANY, type AlarmActionKind, canBeDone, mayDo} from '../../domain/alarms/action'
import type {NamedView} from '../../domain/savedView'
import type {CustomerNames} from '../../domain/telemetry/devices/device'
import type {CurrentUser} from '../../domain/user'
import type {AlarmActionsLogic, AlarmActionsRef} from '../../machines/alarms/actions'
import type {AlarmAroundLogic} from '../../machines/alarms/around'
import type {AvailabilityLogic} from '../../machines/alarms/availability'
import type {BellRef} from '../../machines/alarms/bell'
import type {DeviceMaintenanceLogic} from '../../machines/alarms/deviceMaintenance'
import type {AlarmListLogic} from '../../machines/alarms/list'
import type {MaintenanceLogic, PlanPreviewLogic} from '../../machines/alarms/maintenance'
import type {OnCallLogic} from '../../machines/alarms/onCall'
import type {AlarmPageLogic} from '../../machines/alarms/page'
import type {PresentValuesLogic} from '../../machines/alarms/presentValues'
import type {AlarmReportLogic} from '../../machines/alarms/report'
import type {ShiftLogic} from '../../machines/alarms/shift'
import type {TrendLogic} from '../../machines/alarms/trend'
import type {WhomLogic} from '../../machines/alarms/whom'
import type {LoadLogic} from '../../machines/load'
import type {SavedViewsInput, SavedViewsLogic} from '../../machines/savedViews'
import type {DevicesRef} from '../../machines/telemetry/devices'
import {useApplication} from '../kit/application'
import {useTicking} from '../kit/text/AgeText'
import {unitOf} from '../telemetry/unitOf'
import {type Watch, watchInView} from '../telemetry/watchInView'

export interface NamedOrganisation {
  id: string
  title: string
}

/** A system admin may choose from these organisations. */
export interface Owners {
  customers: CustomerNames
  organisations: readonly NamedOrganisation[]
}

const NO_OWNERS: Owners = {customers: new Map(), organisations: []}

/** The machines of the alarms with their calls to the server provided. */
export interface AlarmsLogic {
  bell: BellRef
  /** The time on the server's clock, or in a replay the moment that is shown. */
  now(): EpochMs
  /** Shows the alarms as of a past moment, so that no actions are possible. */
  isReplay: boolean
  list: AlarmListLogic
  page: AlarmPageLogic
  around: AlarmAroundLogic
  report: AlarmReportLogic
  shift: ShiftLogic
  maintenance: MaintenanceLogic
  planPreview: PlanPreviewLogic
  deviceMaintenance: DeviceMaintenanceLogic
  trend: TrendLogic
  onCall: OnCallLogic
  whom: WhomLogic
  availability: AvailabilityLogic
  actions: AlarmActionsLogic
  /** The recent reasons of a user. */
  reasonsOf(userId: string): readonly string[]
  values: PresentValuesLogic
  savedViews: SavedViewsLogic
  storedViews(place: Pick<SavedViewsInput, 'kind' | 'userId'>): readonly NamedView[]
  /** The names of those whose the devices are, as far as a user may know them. */
  ownersOf(user: CurrentUser): LoadLogic<Owners>
}

/** The state that the parts of the screen share. */
interface AlarmsParts {
  logic: AlarmsLogic
  actions: AlarmActionsRef
  /** The devices of the alarms in view, with their present values. */
  devices: DevicesRef
  /** Tells that the element, which names its device, is in view. */
  watch: Watch<HTMLElement>
  /** Empty before they are read. */
  owners: Owners
}

const AlarmsContext = createContext<AlarmsParts | null>(null)

export const AlarmsProvider = AlarmsContext.Provider

const UNWATCHED: Watch<HTMLElement> = () => () => {}

export function useAlarms(): AlarmsParts {
  const parts = useContext(AlarmsContext)
  if (parts === null) throw new Error('`AlarmsProvider` must surround the pages of the alarms')
  return parts
}

/** Starts what may be done about alarms beside a screen that has the devices already. */
export function useAlarmsBeside(logic: AlarmsLogic, user: CurrentUser, devices: DevicesRef): AlarmsParts {
  return {logic, actions: useActions(logic, user), devices, watch: UNWATCHED, owners: NO_OWNERS}
}

const useActions = (logic: AlarmsLogic, {id}: CurrentUser): AlarmActionsRef =>
  useActorRef(logic.actions, {input: {now: logic.now(), userId: id, reasons: logic.reasonsOf(id)}})

/** Starts what the pages share. */
export function useAlarmsParts(logic: AlarmsLogic, user: CurrentUser): AlarmsParts | null {
  const {config} = useApplication()
  const actions = useActions(logic, user)
  const values = useActorRef(logic.values, {input: {user, lateAfter: config.lateAfter, now: logic.now()}})
  const devices = useSelector(values, ({children}) => children.devices)
  const ownersLogic = useMemo(() => logic.ownersOf(user), [logic, user])
  const owners = useSelector(useActorRef(ownersLogic), ({context}) => context.loaded ?? NO_OWNERS)
  const watch = useMemo(
    () => watchInView<HTMLElement>('device', deviceIds => devices?.send({type: 'rows.shown', deviceIds})),
    [devices],
  )
  return devices === undefined ? null : {logic, actions, devices, watch, owners}
}

/** Returns a function that tells which actions an alarm allows to the signed-in user: none in the past. */
export function useAlarmActions(): (kind: AlarmActionKind, alarm: Alarm) => boolean {
  const {session} = useApplication()
  const {isReplay} = useAlarms().logic
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  return (kind, alarm) => !isReplay && mayDo(kind, authority) && canBeDone(kind, alarm)
}

/** Whether the person may do anything with many alarms at once, so that it makes sense to select them. */
export function useMaySelect(): boolean {
  const {session} = useApplication()
  return useSelector(session, ({context: {user}}) => ACTIONS_OF_MANY.some(kind => mayDo(kind, user?.authority ?? '')))
}

/** Tells the unit in which values of a key of a device are shown. Until it is known, numbers are shown without. */
export function useUnit({deviceId, key}: Pick<Alarm, 'deviceId' | 'key'>): ShownUnit {
  return useSelector(useAlarms().devices, snapshot => unitOf(snapshot, deviceId, key))
}

/** The moment that is shown as now. Draws each minute. */
export function useMinute(): EpochMs {
  const {now} = useAlarms().logic
  useTicking(() => String(Math.floor(now() / MINUTE)))
  return now()
}
