import {useSelector} from '@xstate/react'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import type {WallRef} from '../../../machines/wall/wall'
import {texts} from './texts'
import {Message} from './WholeRows'

/** Whether the device of a panel is not on the wall: deleted, out of reach, or never chosen. */
export const useIsGone = (wall: WallRef, {deviceId}: SparklineId): boolean =>
  useSelector(wall, s => s.matches({devices: 'loaded'}) && !s.context.board.deviceStates.has(deviceId))

export const Gone = ({series: {deviceId}}: {series: SparklineId}) => (
  <Message>{deviceId === '' ? texts.unchosen : texts.gone}</Message>
)
