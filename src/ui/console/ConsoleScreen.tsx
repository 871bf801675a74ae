import {Button} from '@mantine/core'
import {lazy, Suspense} from 'react'
import {Link, type RouteObject, useRoutes} from 'react-router-dom'
import {assets} from '../../domain/console/records/assets'
import {customers} from '../../domain/console/records/customers'
import {devices} from '../../domain/console/records/devices'
import {organisations} from '../../domain/console/records/organisations'
import {users} from '../../domain/console/records/users'
import {Notice} from '../kit/Notice'
import {texts} from '../texts'
import {type ConsoleLogic, ConsoleProvider} from './logic'
import {OrganisationsPage} from './OrganisationsPage'
import {consolePath} from './paths'

/** The console opens with a list. */
const AuditPage = lazy(async () => ({default: (await import('./audit/AuditPage')).AuditPage}))
const CreatePage = lazy(async () => ({default: (await import('./record/CreatePage')).CreatePage}))
const DeviceImportPage = lazy(async () => ({default: (await import('./import/DeviceImportPage')).DeviceImportPage}))
const OrganisationPage = lazy(async () => ({default: (await import('./OrganisationPage')).OrganisationPage}))
const RecordPage = lazy(async () => ({default: (await import('./record/RecordPage')).RecordPage}))

export function ConsoleScreen({logic}: {logic: ConsoleLogic}) {
  return (
    <ConsoleProvider value={logic}>
      <Suspense fallback={<Notice kind="waiting" heading={texts.loading} />}>{useRoutes(ROUTES)}</Suspense>
    </ConsoleProvider>
  )
}

/** After `-create`, `:id` is the id of the organisation that the new record will belong to. */
const ROUTES: RouteObject[] = [
  {index: true, element: <OrganisationsPage />},
  {path: 'org-create', element: <CreatePage description={organisations} />},
  {path: 'organisation/:id?', element: <OrganisationPage />},
  {path: 'org-summary/:id?', element: <OrganisationPage />},
  {path: 'org-edit/:id?', element: <RecordPage description={organisations} isEditing />},
  {path: 'customer-create/:id?', element: <CreatePage description={customers} />},
  {path: 'customer-edit/:id?', element: <RecordPage description={customers} isEditing />},
  {path: 'customer/:id?', element: <RecordPage description={customers} />},
  {path: 'user-create/:id?', element: <CreatePage description={users} />},
  {path: 'user-edit/:id?', element: <RecordPage description={users} isEditing />},
  {path: 'user/:id?', element: <RecordPage description={users} />},
  {path: 'device-create/:id?', element: <CreatePage description={devices} />},
  {path: 'device-edit/:id?', element: <RecordPage description={devices} isEditing />},
  {path: 'device/:id?', element: <RecordPage description={devices} />},
  {path: 'device-import/:id', element: <DeviceImportPage />},
  {path: 'asset-create/:id?', element: <CreatePage description={assets} />},
  {path: 'asset-edit/:id?', element: <RecordPage description={assets} isEditing />},
  {path: 'asset/:id?', element: <RecordPage description={assets} />},
  {path: 'audit', element: <AuditPage />},
  {path: '*', element: <NoSuchPage />},
]

function NoSuchPage() {
  return (
    <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.noSuchPage}>
      <Button component={Link} to={consolePath} variant="default">
        {texts.unexpected.home}
      </Button>
    </Notice>
  )
}
