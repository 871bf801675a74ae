import {Button} from '@mantine/core'
import {Link, type RouteObject, useRoutes} from 'react-router-dom'
import type {Description} from '../../domain/console/records/description'
import {DESCRIPTIONS} from '../../domain/console/records/descriptions'
import {organisations} from '../../domain/console/records/organisations'
import {LazyPart} from '../kit/loading/LazyPart'
import {Notice} from '../kit/loading/Notice'
import {texts} from '../texts'
import {type ConsoleLogic, ConsoleProvider} from './logic'
import {OrganisationsPage} from './OrganisationsPage'
import {BELONGING, consolePath} from './paths'

export function ConsoleScreen({logic}: {logic: ConsoleLogic}) {
  return <ConsoleProvider value={logic}>{useRoutes(ROUTES)}</ConsoleProvider>
}

const apiKeysPage = async () => (await import('./apiKeys/ApiKeysPage')).ApiKeysPage
const auditPage = async () => (await import('./audit/AuditPage')).AuditPage
const createPage = async () => (await import('./record/CreatePage')).CreatePage
const importPage = async () => (await import('./import/DeviceImportPage')).DeviceImportPage
const organisationPage = async () => (await import('./OrganisationPage')).OrganisationPage
const recordPage = async () => (await import('./record/RecordPage')).RecordPage

/** Without its key, a page would be kept for an address that shows another. */
const creationOf = (description: Description) => (
  <LazyPart key="create" load={createPage}>
    {CreatePage => <CreatePage description={description} />}
  </LazyPart>
)
const pageOf = (description: Description, isEditing = false) => (
  <LazyPart key="record" load={recordPage}>
    {RecordPage => <RecordPage {...{description, isEditing}} />}
  </LazyPart>
)
const summary = (
  <LazyPart key="organisation" load={organisationPage}>
    {OrganisationPage => <OrganisationPage />}
  </LazyPart>
)
const deviceImport = (
  <LazyPart key="import" load={importPage}>
    {DeviceImportPage => <DeviceImportPage />}
  </LazyPart>
)
const auditTrail = (
  <LazyPart key="audit" load={auditPage}>
    {AuditPage => <AuditPage />}
  </LazyPart>
)

const systemKeys = (
  <LazyPart key="keys" load={apiKeysPage}>
    {ApiKeysPage => <ApiKeysPage />}
  </LazyPart>
)

/** The console opens with a list. After `-create`, `:id` is the organisation of the new record. */
const ROUTES: RouteObject[] = [
  {index: true, element: <OrganisationsPage />},
  {path: 'org-create', element: creationOf(organisations)},
  {path: 'organisation/:id?', element: summary},
  {path: 'org-summary/:id?', element: summary},
  {path: 'org-edit/:id?', element: pageOf(organisations, true)},
  ...BELONGING.map(kind => DESCRIPTIONS[kind]).flatMap(description => [
    {path: `${description.kind}-create/:id?`, element: creationOf(description)},
    {path: `${description.kind}-edit/:id?`, element: pageOf(description, true)},
    {path: `${description.kind}/:id?`, element: pageOf(description)},
  ]),
  {path: 'device-import/:id', element: deviceImport},
  {path: 'audit', element: auditTrail},
  {path: 'api-keys', element: systemKeys},
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
