import {Outlet, type RouteObject, redirect} from 'react-router-dom'
import {type LandingRoute, REQUIRED_AUTHORITY} from '../domain/landing'
import type {SessionRef} from '../machines/session'
import {AccountPage} from './account/AccountPage'
import {Additions} from './kit/loading/Additions'
import {LazyScreen} from './kit/loading/LazyPart'
import {NoticePage} from './kit/loading/Notice'
import {Historical, Unauthorized} from './Placeholders'
import {OpenRoute, ShellRoute} from './ShellRoute'
import {Login} from './session/Login'
import {RequireSession} from './session/RequireSession'
import {DashboardRoute} from './telemetry/DashboardRoute'
import {texts} from './texts'
import {NoSuchPage, RenderError, ScreenError} from './UnexpectedError'

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
  session.send({type: 'user.wanted'})
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
