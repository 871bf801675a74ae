import {useSelector} from '@xstate/react'
import type {Alarm} from '../../domain/alarm'
import type {CurrentUser} from '../../domain/user'
import {useApplication} from '../kit/application'
import {AlarmLine} from './AlarmLine'
import {ActionDialog} from './actions/ActionDialog'
import {type AlarmsLogic, AlarmsProvider, useAlarmActions, useAlarms, useAlarmsParts} from './logic'
import {texts} from './texts'

export interface DeviceAlarmsProps {
  /** The alarms of one device, the most urgent first. */
  alarms: readonly Alarm[]
}

interface Props extends DeviceAlarmsProps {
  logic: AlarmsLogic
}

/** The alarms of a device beside what else is said of it, to be acknowledged there. */
export function DeviceAlarms(props: Props) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <OfUser {...props} user={user} />
}

function OfUser({logic, alarms, user}: Props & {user: CurrentUser}) {
  const parts = useAlarmsParts(logic, user)
  if (parts === null) return null
  return (
    <AlarmsProvider value={parts}>
      <Lines alarms={alarms} />
      <ActionDialog actions={parts.actions} />
    </AlarmsProvider>
  )
}

function Lines({alarms}: DeviceAlarmsProps) {
  const {actions, logic} = useAlarms()
  const isPossible = useAlarmActions()
  return (
    <ul aria-label={texts.heading}>
      {alarms.map(alarm => (
        <AlarmLine
          key={alarm.id}
          alarm={alarm}
          isOfOneDevice
          mayAcknowledge={isPossible('acknowledge', alarm)}
          onAcknowledged={() =>
            actions.send({
              type: 'action.requested',
              kind: 'acknowledge',
              alarms: [alarm],
              now: logic.now(),
              isAsking: false,
            })
          }
        />
      ))}
    </ul>
  )
}
