import {useActorRef, useSelector} from '@xstate/react'
import {createContext, useContext} from 'react'
import type {EpochMs} from '../../../contract/wire/common'
import {ACTIONS_OF_MANY, type AlarmActionKind, canBeDone, mayDo} from '../../domain/alarms/action'
import type {Alarm} from '../../domain/alarms/alarm'
import {type KeySettings, NO_KEY_SETTINGS, namedOf} from '../../domain/telemetry/readings/keySettings'
import {type ShownUnit, unitOfKey} from '../../domain/telemetry/temperature'
import type {AlarmActionsLogic, AlarmActionsRef} from '../../machines/alarms/actions'
import type {BellRef} from '../../machines/alarms/bell'
import type {AlarmListLogic} from '../../machines/alarms/list'
import type {MaintenanceLogic} from '../../machines/alarms/maintenance'
import type {AlarmPageLogic} from '../../machines/alarms/page'
import type {AlarmReportLogic} from '../../machines/alarms/report'
import type {LoadLogic} from '../../machines/load'
import {useApplication} from '../kit/application'

export interface NamedOrganisation {
  id: string
  title: string
}

/** The machines of the alarms with their calls to the server provided. */
export interface AlarmsLogic {
  bell: BellRef
  /** The time on the server's clock, or in a replay the moment that is shown. */
  now(): EpochMs
  /** Whether the alarms are shown as they stood, so that nothing can be done with them. */
  isReplay: boolean
  list: AlarmListLogic
  page: AlarmPageLogic
  report: AlarmReportLogic
  maintenance: MaintenanceLogic
  actions: AlarmActionsLogic
  units: LoadLogic<KeySettings['units']>
  /** Those that a system admin may choose from. */
  organisations: LoadLogic<readonly NamedOrganisation[]>
}

/** What the parts of the screen share. */
interface AlarmsParts {
  logic: AlarmsLogic
  actions: AlarmActionsRef
  units: KeySettings['units']
}

const AlarmsContext = createContext<AlarmsParts | null>(null)

export const AlarmsProvider = AlarmsContext.Provider

export function useAlarms(): AlarmsParts {
  const parts = useContext(AlarmsContext)
  if (parts === null) throw new Error('`AlarmsProvider` must surround the pages of the alarms')
  return parts
}

/** Starts what the pages share. Until the units are known, numbers are shown without. */
export function useAlarmsParts(logic: AlarmsLogic): AlarmsParts {
  const actions = useActorRef(logic.actions, {input: {now: logic.now()}})
  const units = useSelector(useActorRef(logic.units), ({context}) => context.loaded ?? NO_KEY_SETTINGS.units)
  return {logic, actions, units}
}

/** Tells which actions mean something for an alarm and may be done by the person who is signed in: none in the past. */
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

/** Tells the unit in which values of a key of a device are shown. */
export function useUnits(): (deviceId: string, key: string) => ShownUnit {
  const {units} = useAlarms()
  const {session} = useApplication()
  const preferred = useSelector(session, ({context}) => context.user?.temperatureUnit ?? 'celsius')
  return (deviceId, key) => unitOfKey(key, preferred, namedOf(units, deviceId, key))
}
