import type {RouteObject} from 'react-router-dom'
import {DashboardRoute} from './DashboardRoute'
import {Landing} from './Landing'
import {AdminConsole, Historical, MyHome, Unauthorized} from './Placeholders'
import {RequireSession} from './RequireSession'
import {Login} from './session/Login'
import {Shell} from './shell/Shell'
import {NoSuchPage, RenderError} from './UnexpectedError'

export function createRoutes(): RouteObject[] {
  return [
    {
      errorElement: <RenderError />,
      children: [
        {path: '/', element: <Landing />},
        {path: '/login', element: <Login />},
        {path: '/unauthorized', element: <Unauthorized />},
        {
          element: (
            <RequireSession>
              <Shell />
            </RequireSession>
          ),
          children: [
            {path: '/dashboard', element: <DashboardRoute />},
            {path: '/historical', element: <Historical />},
            {
              path: '/myhome',
              element: (
                <RequireSession authority="CUSTOMER_USER">
                  <MyHome />
                </RequireSession>
              ),
            },
            {
              path: '/sys_admin',
              element: (
                <RequireSession authority="SYS_ADMIN">
                  <AdminConsole />
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
