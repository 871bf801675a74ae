import {Anchor} from '@mantine/core'
import {Link, Route, Routes} from 'react-router-dom'
import {assets} from '../../domain/records/assets'
import {customers} from '../../domain/records/customers'
import {devices} from '../../domain/records/devices'
import {organisations} from '../../domain/records/organisations'
import {users} from '../../domain/records/users'
import {Notice} from '../Notice'
import {texts} from '../texts'
import {Announcements} from './Announcements'
import {AuditPage} from './audit/AuditPage'
import {DeviceImportPage} from './import/DeviceImportPage'
import {type ConsoleLogic, ConsoleProvider} from './logic'
import {OrganisationPage} from './OrganisationPage'
import {OrganisationsPage} from './OrganisationsPage'
import {consolePath} from './paths'
import {CreatePage} from './record/CreatePage'
import {RecordPage} from './record/RecordPage'

/** The admin console with its nested routes. An `:id` behind `-create` is the organisation's. */
export function ConsoleScreen({logic}: {logic: ConsoleLogic}) {
  return (
    <ConsoleProvider value={logic}>
      <Routes>
        <Route index element={<OrganisationsPage />} />
        <Route path="org-create" element={<CreatePage description={organisations} />} />
        <Route path="organisation/:id?" element={<OrganisationPage />} />
        <Route path="org-summary/:id?" element={<OrganisationPage />} />
        <Route path="org-edit/:id?" element={<RecordPage description={organisations} isEditing />} />
        <Route path="customer-create/:id?" element={<CreatePage description={customers} />} />
        <Route path="customer-edit/:id?" element={<RecordPage description={customers} isEditing />} />
        <Route path="customer/:id?" element={<RecordPage description={customers} />} />
        <Route path="user-create/:id?" element={<CreatePage description={users} />} />
        <Route path="user-edit/:id?" element={<RecordPage description={users} isEditing />} />
        <Route path="user/:id?" element={<RecordPage description={users} />} />
        <Route path="device-create/:id?" element={<CreatePage description={devices} />} />
        <Route path="device-edit/:id?" element={<RecordPage description={devices} isEditing />} />
        <Route path="device/:id?" element={<RecordPage description={devices} />} />
        <Route path="device-import/:id" element={<DeviceImportPage />} />
        <Route path="asset-create/:id?" element={<CreatePage description={assets} />} />
        <Route path="asset-edit/:id?" element={<RecordPage description={assets} isEditing />} />
        <Route path="asset/:id?" element={<RecordPage description={assets} />} />
        <Route path="audit" element={<AuditPage />} />
        <Route path="*" element={<NoSuchPage />} />
      </Routes>
      <Announcements />
    </ConsoleProvider>
  )
}

function NoSuchPage() {
  return (
    <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.noSuchPage}>
      <Anchor component={Link} to={consolePath}>
        {texts.unexpected.home}
      </Anchor>
    </Notice>
  )
}
