import {useActorRef, useSelector} from '@xstate/react'
import {useApplication} from '../../kit/application'
import {StatusMark} from '../../kit/mark/StatusMark'
import {useConsole} from '../logic'
import {texts} from './texts'

/** Shows whether the device is connected by MQTT, and nothing of one that never was. */
export function ConnectionMark({deviceId}: {deviceId: string}) {
  const {formats} = useApplication()
  const machine = useActorRef(useConsole().connection, {input: {deviceId}})
  const connection = useSelector(machine, ({context}) => context.connection)
  if (connection === null) return null
  if (connection === 'unread') return <StatusMark status="notRead">{texts.connection.unread}</StatusMark>
  if (connection.state === 'never') return null
  const since = formats.dateTime(connection.since, 'minute')
  return <StatusMark status={MARKS[connection.state]}>{texts.connection[connection.state](since)}</StatusMark>
}

const MARKS = {connected: 'ok', disconnected: 'off', unknown: 'notRead'} as const
