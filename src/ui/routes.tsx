import {type RouteObject, redirect} from 'react-router-dom'
import type {SessionRef} from '../machines/session/session'
import {AccountPage} from './account/AccountPage'
import {LazyScreen} from './kit/LazyScreen'
import {Historical, Unauthorized} from './Placeholders'
import {Landing} from './session/Landing'
import {Login} from './session/Login'
import {RequireSession} from './session/RequireSession'
import {Shell} from './shell/Shell'
import {DashboardRoute} from './telemetry/DashboardRoute'
import {NoSuchPage, RenderError} from './UnexpectedError'

export function createRoutes(session: SessionRef): RouteObject[] {
  return [
    {
      errorElement: <RenderError />,
      children: [
        {path: '/', element: <Landing />},
        {
          element: <AccountPage />,
          children: [
            {path: '/login', element: <Login />},
            {path: '/register', element: <LazyScreen name="register" />},
            {path: '/passwordReset', element: <LazyScreen name="passwordReset" />},
            {path: '/newPassword', element: <LazyScreen name="newPassword" />},
            {path: '/verification', element: <LazyScreen name="verification" />},
            {path: '/firstAdmin', element: <LazyScreen name="firstAdmin" />},
          ],
        },
        {path: '/logout', loader: () => signOut(session)},
        {path: '/unauthorized', element: <Unauthorized />},
        {
          element: (
            <RequireSession>
              <Shell />
            </RequireSession>
          ),
          children: [
            {path: '/dashboard', element: <DashboardRoute />},
            {path: '/profile', element: <LazyScreen name="profile" />},
            {path: '/historical', element: <Historical />},
            {
              path: '/myhome',
              element: (
                <RequireSession authority="CUSTOMER_USER">
                  <LazyScreen name="home" />
                </RequireSession>
              ),
            },
            {
              path: '/sys_admin/*',
              element: (
                <RequireSession authority="SYS_ADMIN">
                  <LazyScreen name="console" />
                </RequireSession>
              ),
            },
          ],
        },
        {path: '*', element: <NoSuchPage />},
      ],
    },
  ]
}

/** A place to go to, so that a changed form asks before it is left. */
function signOut(session: SessionRef): Response {
  session.send({type: 'signOut.requested'})
  return redirect('/login')
}
