import {useSelector} from '@xstate/react'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'

/** What a panel shows of the wall, drawn when it is something else. */
export const useShown = <T>(wall: WallRef, shownOf: (snapshot: WallSnapshot) => T): T =>
  useSelector(wall, shownOf, (one, other) => JSON.stringify(one) === JSON.stringify(other))
