import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ReactNode, useMemo} from 'react'
import {Link, type RouteObject, useRoutes} from 'react-router-dom'
import type {EntityType} from '../../../contract/wire/entities/attribute'
import type {Description} from '../../domain/console/records/description'
import {DESCRIPTIONS} from '../../domain/console/records/descriptions'
import {describedFor} from '../../domain/console/records/forViewer'
import {organisations} from '../../domain/console/records/organisations'
import {BELONGING, LISTED_AT, TASKS} from '../../domain/console/settingsPages'
import {may, type Right} from '../../domain/rights'
import {useApplication, useHasAdditions} from '../kit/application'
import {Additions} from '../kit/loading/Additions'
import {LazyPart} from '../kit/loading/LazyPart'
import {NoSuchPage} from '../kit/loading/NoSuchPage'
import {Notice} from '../kit/loading/Notice'
import {usePaths, useViewer} from '../kit/viewer'
import {texts} from '../texts'
import {texts as keyTexts} from './apiKeys/texts'
import {ConsolePage} from './ConsolePage'
import {CustomerManagement} from './list/CustomerManagement'
import styles from './list/OrganisationsPage.module.css'
import {RecordList} from './list/RecordList'
import {UnassignedUsers} from './list/UnassignedUsers'
import {useRecordList} from './list/useRecordList'
import {type ConsoleLogic, ConsoleProvider} from './logic'
import {texts as consoleTexts} from './texts'

export function ConsoleScreen({logic}: {logic: ConsoleLogic}) {
  const {authority} = useViewer()
  const routes = useMemo(() => routesFor(authority), [authority])
  return <ConsoleProvider value={logic}>{useRoutes(routes)}</ConsoleProvider>
}

const apiKeysPage = async () => (await import('./apiKeys/ApiKeysPage')).ApiKeysPage
const auditPage = async () => (await import('./audit/AuditPage')).AuditPage
const createPage = async () => (await import('./record/CreatePage')).CreatePage
const customerPage = async () => (await import('./OrganisationPage')).CustomerPage
const importPage = async () => (await import('./import/DeviceImportPage')).DeviceImportPage
const organisationPage = async () => (await import('./OrganisationPage')).OrganisationPage
const recordPage = async () => (await import('./record/RecordPage')).RecordPage

/** Without its key, a page would stay for an address that shows another. */
const creationOf = (description: Description) => (
  <LazyPart key="create" load={createPage}>
    {CreatePage => <CreatePage description={description} />}
  </LazyPart>
)
const pageOf = (description: Description, isEditing = false) => (
  <LazyPart key="record" load={recordPage}>
    {RecordPage => <RecordPage description={description} isEditing={isEditing} />}
  </LazyPart>
)
const summaryOf = (page?: string) => (
  <LazyPart key="organisation" load={organisationPage}>
    {OrganisationPage => <OrganisationPage page={page} />}
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

const ofAdditions = (page: ReactNode) => <Additions otherwise={<UnknownPage />}>{page}</Additions>

/** The first page: all organisations, the own one, or the own customer. `page` is one of an organisation's settings. */
function StartPage({page}: {page?: string | undefined}) {
  const {authority} = useViewer()
  const {session} = useApplication()
  const organisationId = useSelector(session, ({context}) => context.user?.organisationId ?? '')
  const customerId = useSelector(session, ({context}) => context.user?.customerId ?? '')
  if (may(authority, 'organisation.list')) return <OrganisationsPage />
  const isOfOrganisation = may(authority, 'organisation.read')
  if ((isOfOrganisation ? organisationId : customerId) === '')
    return <Notice kind="placed" {...consoleTexts.unplaced} />
  return isOfOrganisation ? (
    <LazyPart load={organisationPage}>
      {OrganisationPage => <OrganisationPage id={organisationId} page={page} />}
    </LazyPart>
  ) : (
    <LazyPart load={customerPage}>{CustomerPage => <CustomerPage id={customerId} />}</LazyPart>
  )
}

/** The last parts of the addresses of an organisation's settings. */
const SETTINGS_PAGES: readonly string[] = [...TASKS, ...Object.keys(LISTED_AT)]

/** After `-create`, `:id` is the organisation of the new record. Pages that somebody may not open are none. */
function routesFor(authority: string): RouteObject[] {
  const described = (kind: EntityType) => describedFor(authority, DESCRIPTIONS[kind])
  const pages: readonly (readonly [needed: Right, path: string, element: RouteObject['element']])[] = [
    ['organisation.create', 'org-create', creationOf(described('organisation'))],
    ...['organisation', 'org-summary'].flatMap(name => [
      ['organisation.read', `${name}/:id?`, summaryOf()] as const,
      ...SETTINGS_PAGES.map(page => ['organisation.read', `${name}/:id/${page}`, summaryOf(page)] as const),
    ]),
    ['organisation.edit', 'org-edit/:id?', pageOf(described('organisation'), true)],
    ...BELONGING.flatMap(kind => [
      [`${kind}.create`, `${kind}-create/:id?`, creationOf(described(kind))] as const,
      [`${kind}.edit`, `${kind}-edit/:id?`, pageOf(described(kind), true)] as const,
      [`${kind}.read`, `${kind}/:id?`, pageOf(described(kind))] as const,
    ]),
    ['device.import', 'device-import/:id', deviceImport],
    ['audit', 'audit', ofAdditions(auditTrail)],
    ['systemKeys', 'api-keys', ofAdditions(systemKeys)],
  ]
  return [
    {index: true, element: <StartPage />},
    ...(may(authority, 'organisation.read') && !may(authority, 'organisation.list')
      ? SETTINGS_PAGES.map(page => ({path: page, element: <StartPage page={page} />}))
      : []),
    ...pages.filter(([needed]) => may(authority, needed)).map(([, path, element]) => ({path, element})),
    {path: '*', element: <UnknownPage />},
  ]
}

function UnknownPage() {
  return <NoSuchPage to={usePaths().console} label={texts.unexpected.home} />
}

/** Lists all organisations, the customers of a chosen one, and the users that belong to no organisation. */
export function OrganisationsPage() {
  const list = useRecordList(organisations)
  const paths = usePaths()
  const hasAdditions = useHasAdditions()
  return (
    <ConsolePage
      heading={organisations.plural}
      actions={
        hasAdditions && (
          <>
            <Button component={Link} to={paths.apiKeys} variant="subtle" size="xs">
              {keyTexts.title}
            </Button>
            <Button component={Link} to={paths.audit} variant="subtle" size="xs">
              {consoleTexts.auditTrail}
            </Button>
          </>
        )
      }
    >
      <div className={styles.lists}>
        <RecordList list={list} />
        <div className={styles.beside}>
          <CustomerManagement organisationList={list} />
          <UnassignedUsers />
        </div>
      </div>
    </ConsolePage>
  )
}
