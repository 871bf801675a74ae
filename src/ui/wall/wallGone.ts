import {WALL_AUTHORITY} from '../../domain/session/user'
import type {WallSnapshot} from '../../machines/wall/wall'

/** The wall of a link may have been deleted. A list that is still unread has no wall either. */
export const isLinkedWallGone = ({context: {user, board}, children: {walls}}: WallSnapshot): boolean =>
  user.authority === WALL_AUTHORITY && board.walls.length === 0 && walls?.getSnapshot().matches({list: 'kept'}) === true
