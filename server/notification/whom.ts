import {type AlarmRoute, targetsByStep} from '../../contract/rules/alarmRoutes'
import {MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {WhomWire} from '../../contract/wire/notification'
import type {Database} from '../database/connect'
import {noSuch} from '../http/failures/errors'
import {type OnCall, readOnCall} from '../onCall/repository'
import type {Mark} from './channel'
import {addressOf} from './channels'
import type {ReadRoutes} from './repository'
import {isWanted} from './sending/decision'
import type {ReadAlarms} from './sending/sorting'
import {calledIn, type TargetNow} from './targetsNow'

export interface WhomOptions {
  database: Pick<Database, 'db'>
  readAlarms: ReadAlarms
  readRoutes: ReadRoutes
  marks: () => Promise<Mark>
  now: () => EpochMs
}

/** Returns a function that finds the recipients whom the routes would notify now of an alarm, step by step. */
export function createWhom({database: {db}, readAlarms, readRoutes, marks, now}: WhomOptions) {
  return async (alarmId: string): Promise<WhomWire> => {
    const at = now()
    const [alarm] = await readAlarms(db, {alarmIds: [alarmId], occurrenceIds: [], at})
    if (alarm === undefined) throw noSuch('alarm')
    const {organisationId, severity} = alarm
    const routes = (await readRoutes([organisationId])).get(organisationId) ?? []
    const onCall = await readOnCall(db, organisationId, {at, deviceIds: [alarm.deviceId]})
    const mark = await marks()
    const wanted = routes.filter(route => isWanted(alarm, {severity}, route))
    return {steps: wanted.flatMap(route => stepsOf(route, {onCall, deviceId: alarm.deviceId, mark}))}
  }
}

interface Asked {
  onCall: OnCall
  deviceId: string
  mark: Mark
}

function stepsOf(route: AlarmRoute, {onCall, deviceId, mark}: Asked): WhomWire['steps'] {
  /** Nobody is pushed an alarm whose device they don't see. */
  const isTold = (target: TargetNow) =>
    target.kind !== 'push' || target.email === undefined || onCall.sees(target.email, deviceId)
  return [...targetsByStep(route).keys()].map(step => {
    const {targets, unmanned} = calledIn(route, step, onCall, deviceId)
    const after = route.escalations[step - 1]?.after ?? 0
    return {
      route: route.name,
      after_minutes: after / MINUTE,
      recipients: targets
        .filter(isTold)
        .flatMap(target =>
          'isIfAny' in target ? [] : [{kind: target.kind, address: addressOf(target, mark).address}],
        ),
      unmanned: [...unmanned],
    }
  })
}
