import {useSelector} from '@xstate/react'
import {Outlet} from 'react-router-dom'
import {useApplication} from './kit/application'
import {ChosenFormats} from './kit/text/ChosenFormats'
import {Starting} from './Starting'

/** The frame around the screens, for a signed-in user who may use them. */
export function ShellRoute() {
  const {session, shell} = useApplication()
  const needsSecondFactor = useSelector(session, ({context}) => context.user?.needsSecondFactor === true)
  const Shell = shell()
  return (
    <ChosenFormats>
      {needsSecondFactor ? (
        <main>
          <Outlet />
        </main>
      ) : (
        <Shell />
      )}
    </ChosenFormats>
  )
}

/** Frames a page that is there for everybody only for those who are signed in. */
export function OpenRoute() {
  const {session} = useApplication()
  const isUnknown = useSelector(session, snapshot => snapshot.matches('unknown'))
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  if (isUnknown) return <Starting />
  if (isSignedIn) return <ShellRoute />
  return (
    <main>
      <Outlet />
    </main>
  )
}
