import {useSelector} from '@xstate/react'
import {isSecondPlayerThere} from '../../../../contract/rules/media/secondPlayer'
import {secondPlayerMark, secondPlayerText} from '../../../domain/secondPlayer'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import {useApplication} from '../../kit/application'
import {StatusMark} from '../../kit/mark/StatusMark'

interface Props {
  status: DeviceStatusRef
  deviceId: string
  /** Says it in two words. */
  isShort?: boolean
}

/** Says that a second player tried to report for a screen, and what to do; nothing where none has lately. */
export function SecondPlayer({status, deviceId, isShort = false}: Props) {
  const {formats} = useApplication()
  const refusedAt = useSelector(status, ({context: {secondPlayers, now}}) => {
    const at = secondPlayers.get(deviceId)
    return isSecondPlayerThere(at, now) ? at : null
  })
  if (refusedAt === null) return null
  const text = secondPlayerText(refusedAt, formats)
  return (
    <span data-second-player {...(isShort ? {title: text} : {})}>
      <StatusMark status="warning">{isShort ? secondPlayerMark() : text}</StatusMark>
    </span>
  )
}
