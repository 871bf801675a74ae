import {useSelector} from '@xstate/react'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'

/** Returns a part of the wall's state, and draws only when it differs. */
export const useShown = <T>(wall: WallRef, shownOf: (snapshot: WallSnapshot) => T): T =>
  useSelector(wall, shownOf, (one, other) => JSON.stringify(one) === JSON.stringify(other))
