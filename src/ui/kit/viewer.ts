import {useSelector} from '@xstate/react'
import {type ConsolePaths, consolePaths} from '../../domain/console/paths'
import {may, type Right, type Viewer} from '../../domain/rights'
import {useApplication} from './application'

/** The user who is signed in. */
export function useViewer(): Viewer {
  const {session} = useApplication()
  const id = useSelector(session, ({context}) => context.user?.id ?? '')
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  return {id, authority}
}

export function useMay(right: Right): boolean {
  return may(useViewer().authority, right)
}

/** Returns the addresses of the console's pages for the signed-in user. */
export const usePaths = (): ConsolePaths => consolePaths(useViewer().authority)
