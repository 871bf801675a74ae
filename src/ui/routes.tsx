import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link, Outlet, type RouteObject, redirect, useRouteError} from 'react-router-dom'
import {type LandingRoute, REQUIRED_AUTHORITY} from '../domain/landing'
import type {SessionRef} from '../machines/session'
import {AccountPage} from './account/AccountPage'
import {useApplication} from './kit/application'
import {Additions} from './kit/loading/Additions'
import {LazyScreen} from './kit/loading/LazyPart'
import {Notice, NoticePage} from './kit/loading/Notice'
import {ChosenFormats} from './kit/text/ChosenFormats'
import {Starting} from './Starting'
import {Login} from './session/Login'
import {RequireSession} from './session/RequireSession'
import {DashboardRoute} from './telemetry/DashboardRoute'
import {texts} from './texts'

export interface RoutesOptions {
  session: SessionRef
  /** Reads the user again, and resolves with the page that `/` leads to. */
  land: () => Promise<LandingRoute>
}

export function createRoutes({session, land}: RoutesOptions): RouteObject[] {
  return [
    {
      errorElement: <RenderError />,
      hydrateFallbackElement: <NoticePage kind="waiting" heading={texts.loading} />,
      children: [
        {path: '/', loader: async () => redirect(await land())},
        {
          element: <AccountPage />,
          children: [
            {path: '/login', element: <Login />},
            {path: '/register', element: <LazyScreen name="register" />},
            {path: '/passwordReset', element: <LazyScreen name="passwordReset" />},
            {path: '/newPassword', element: <LazyScreen name="newPassword" />},
            {path: '/verification', element: <LazyScreen name="verification" />},
            {path: '/firstAdmin', element: <LazyScreen name="firstAdmin" />},
            {path: '/acknowledgement', element: <LazyScreen name="acknowledgement" />},
          ],
        },
        {path: '/wall', element: <LazyScreen name="wallLink" />},
        {path: '/logout', loader: () => signOut(session)},
        {
          element: (
            <RequireSession>
              <ShellRoute />
            </RequireSession>
          ),
          children: [
            {
              // An error of a screen leaves the frame around it.
              errorElement: <ScreenError />,
              children: [
                {
                  path: '/dashboard',
                  loader: () => readUser(session),
                  // A changed search is only another view of the page that is open.
                  shouldRevalidate: () => false,
                  element: <DashboardRoute />,
                },
                {path: '/overview', element: <LazyScreen name="overview" />},
                {path: '/profile', element: <LazyScreen name="profile" />},
                {
                  element: (
                    <Additions otherwise={<NoSuchPage />}>
                      <Outlet />
                    </Additions>
                  ),
                  children: [
                    {path: '/alarms/*', element: <LazyScreen name="alarms" />},
                    {path: '/security', element: <LazyScreen name="security" />},
                  ],
                },
                {path: '/historical', element: <Historical />},
                ...KIT,
                {
                  path: '/myhome',
                  element: (
                    <RequireSession authority={REQUIRED_AUTHORITY['/myhome']}>
                      <LazyScreen name="home" />
                    </RequireSession>
                  ),
                },
                ...(['/sys_admin', '/settings'] as const).map(path => ({
                  path: `${path}/*`,
                  element: (
                    <RequireSession authority={REQUIRED_AUTHORITY[path]}>
                      <LazyScreen name="console" />
                    </RequireSession>
                  ),
                })),
              ],
            },
          ],
        },
        {
          element: <OpenRoute />,
          children: [
            {path: '/unauthorized', element: <Unauthorized />},
            {path: '*', element: <NoSuchPage />},
          ],
        },
      ],
    },
  ]
}

/** The user's present rights decide which dashboard is shown, so the user is read again. */
function readUser(session: SessionRef): null {
  session.send({type: 'user.requested'})
  return null
}

/** Sign-out is a place to go to, so that a changed form asks before it is left. */
function signOut(session: SessionRef): Response {
  session.send({type: 'signOut.requested'})
  return redirect('/login')
}

/** The page that shows the kit is no part of the product. */
const KIT: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : [{path: '/kit', lazy: async () => ({Component: (await import('./kit/page/KitPage')).KitPage})}]

function Historical() {
  return <Notice kind="placed" heading={texts.historical.heading} />
}

function Unauthorized() {
  const {session} = useApplication()
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  return (
    <Notice kind="failed" heading={texts.unauthorized.heading} hint={texts.unauthorized.hint}>
      <Button component={Link} to={isSignedIn ? '/dashboard' : '/login'} variant="default">
        {isSignedIn ? texts.navigation.dashboard : texts.login.heading}
      </Button>
    </Notice>
  )
}

/** The frame around the screens, for a signed-in user who may use them. */
function ShellRoute() {
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
function OpenRoute() {
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

/** Replaces a screen that failed to show. */
function ScreenError() {
  const error = useRouteError()
  return (
    <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.broken}>
      <Button variant="default" onClick={() => window.location.reload()}>
        {texts.unexpected.reload}
      </Button>
      <Home />
      <ErrorDetail error={error} />
    </Notice>
  )
}

/** Replaces everything when even the frame failed. */
function RenderError() {
  return (
    <main>
      <ScreenError />
    </main>
  )
}

function NoSuchPage() {
  return (
    <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.noSuchPage}>
      <Home />
    </Notice>
  )
}

/** Loads the page again, so that nothing of what failed is left. */
function Home() {
  return (
    <Button component="a" href="/" variant="default">
      {texts.unexpected.home}
    </Button>
  )
}

function ErrorDetail({error}: {error: unknown}) {
  return error instanceof Error ? <code>{error.message}</code> : null
}
