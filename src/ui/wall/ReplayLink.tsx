import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Occurrence} from '../../domain/alarm'
import {searchFromBefore} from '../../domain/alarms/history'
import {WALL_AUTHORITY} from '../../domain/user'
import {searchFromWallView} from '../../domain/wall/view'
import type {WallRef} from '../../machines/wall/wall'
import {IconHistory} from '../kit/mark/icons'
import {texts} from './texts'

interface Props {
  wall: WallRef
  deviceId: string
  occurrence: Occurrence
}

/** Shows the wall as it was before the alarm, with the device beside it. A screen without hands has no way there. */
export function ReplayLink({wall, deviceId, occurrence}: Props) {
  const isOffered = useSelector(
    wall,
    ({context: {user, board, offer}}) => isPulsewall(offer) && user.authority !== WALL_AUTHORITY && !board.view.isKiosk,
  )
  const view = useSelector(wall, s => s.context.board.view)
  if (!isOffered) return null
  const label = texts.panel.replay
  return (
    <Link
      to={`/dashboard${searchFromBefore(searchFromWallView({...view, deviceId}), occurrence)}`}
      aria-label={label}
      title={label}
    >
      <IconHistory size="1em" aria-hidden="true" />
    </Link>
  )
}
