import {Tabs} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Navigate, useNavigate, useParams, useSearchParams} from 'react-router-dom'
import {customers} from '../../domain/console/records/customers'
import {type ConsoleRecord, nameOf, titleOf} from '../../domain/console/records/description'
import {DESCRIPTIONS} from '../../domain/console/records/descriptions'
import {describedFor} from '../../domain/console/records/forViewer'
import {organisations} from '../../domain/console/records/organisations'
import {BELONGING, isTask, LISTED_AT, type SettingsPage, settingsPages, TABS} from '../../domain/console/settingsPages'
import {listedKinds} from '../../domain/rights'
import type {CountsRef} from '../../machines/console/counts'
import {useApplication, useHasAdditions} from '../kit/application'
import {currentInView} from '../kit/menu/currentInView'
import {usePaths, useViewer} from '../kit/viewer'
import {RecordList} from './list/RecordList'
import {useRecordList} from './list/useRecordList'
import {useConsole} from './logic'
import styles from './OrganisationPage.module.css'
import {OrganisationOverview} from './overview/OrganisationOverview'
import {RecordPage} from './record/RecordPage'
import {CustomerOverview} from './settings/CustomerOverview'
import {TaskPage} from './settings/TaskPage'
import {texts} from './texts'

interface ListProps {
  kind: (typeof BELONGING)[number]
  organisationId: string
  /** Its name is in that of the exported file. */
  owner: string
}

/** Lists the records of one kind that belong to the organisation. */
function OwnList({kind, organisationId, owner}: ListProps) {
  const {authority} = useViewer()
  return <RecordList list={useRecordList(describedFor(authority, DESCRIPTIONS[kind]), organisationId)} owner={owner} />
}

interface OrganisationPageProps {
  /** The viewer's own organisation; without it, the address names the organisation. */
  id?: string
  /** The last part of the address, if it names a page of the settings. */
  page?: string | undefined
}

/** Lists are found by the specified address, in which `tab` names them, and tasks have an address of their own. */
export function OrganisationPage({id, page}: OrganisationPageProps) {
  const named = useParams().id ?? ''
  const [parameters] = useSearchParams()
  const {authority} = useViewer()
  const pages = settingsPages(authority, useHasAdditions())
  const paths = usePaths()
  const tab = parameters.get('tab')
  const listed = page === undefined ? undefined : LISTED_AT[page]
  if (listed !== undefined) return <Navigate replace to={paths.list(listed, id ?? named)} />
  if (page === undefined && tab !== null && isTask(tab))
    return <Navigate replace to={paths.settings(tab, id ?? named)} />
  const open = pages.find(name => name === (page ?? tab)) ?? 'overview'
  return (
    <RecordPage description={organisations} ownId={id} part={open === 'overview' ? undefined : texts.tabs[open]}>
      {organisation => <Organisation organisation={organisation} pages={pages} open={open} />}
    </RecordPage>
  )
}

interface OrganisationProps {
  organisation: ConsoleRecord
  pages: readonly SettingsPage[]
  open: SettingsPage
}

function Organisation({organisation, pages, open}: OrganisationProps) {
  const {counts: logic} = useConsole()
  const paths = usePaths()
  const {id} = organisation
  const counts = useActorRef(logic, {input: {description: organisations, id, counts: organisation.counts}})
  const tabs = pages.map(name => ({name, label: texts.tabs[name], to: paths.settings(name, id)}))
  const kind = BELONGING.find(kind => TABS[kind] === open)
  return (
    <RecordTabs
      tabs={tabs}
      open={open}
      mark={tab => <Count counts={counts} tab={tab} />}
      onChanged={() => counts.send({type: 'counts.requested'})}
    >
      {open === 'overview' && (
        <OrganisationOverview organisation={organisation} counts={counts} pages={tabs.slice(1)} />
      )}
      {isTask(open) && <TaskPage task={open} organisationId={id} />}
      {kind !== undefined && (
        <OwnList key={kind} kind={kind} organisationId={id} owner={nameOf(organisations, organisation)} />
      )}
    </RecordTabs>
  )
}

/** The customer's page for its admins, who may not read the organisation. */
export function CustomerPage({id}: {id: string}) {
  const {authority} = useViewer()
  const paths = usePaths()
  const [parameters] = useSearchParams()
  const kinds = listedKinds(authority, BELONGING)
  const kind = kinds.find(kind => TABS[kind] === parameters.get('tab'))
  const names = ['overview', ...kinds.map(kind => TABS[kind])] as const
  const tabs = names.map(name => ({name, label: texts.tabs[name], to: paths.settings(name)}))
  return (
    <RecordPage description={customers} ownId={id} part={kind && texts.tabs[TABS[kind]]}>
      {customer => (
        <RecordTabs tabs={tabs} open={kind === undefined ? 'overview' : TABS[kind]}>
          {kind === undefined ? (
            <CustomerOverview customer={customer} pages={tabs.slice(1)} />
          ) : (
            <OwnList
              key={kind}
              kind={kind}
              organisationId={String(customer.values.organisationId ?? '')}
              owner={titleOf(customers, customer)}
            />
          )}
        </RecordTabs>
      )}
    </RecordPage>
  )
}

/** The open tab has none, because its list says how many there are. */
function Count({counts, tab}: {counts: CountsRef; tab: string}) {
  const {formats} = useApplication()
  const count = useSelector(counts, ({context}) => {
    const known: Readonly<Record<string, number | undefined>> = context.counts
    return known[tab]
  })
  return count === undefined ? null : <span className={styles.count}> {formats.number(count)}</span>
}

interface Props {
  tabs: readonly {name: string; label: string; to: string}[]
  open: string
  /** Renders the mark beside the name of a tab that is not open. */
  mark?: (tab: string) => ReactNode
  onChanged?: () => void
  children: ReactNode
}

/** The tabs of a record, each with an address. */
function RecordTabs({tabs, open, mark, onChanged, children}: Props) {
  const navigate = useNavigate()
  return (
    <Tabs
      value={open}
      activateTabWithKeyboard={false}
      onChange={name => {
        const tab = tabs.find(each => each.name === name)
        if (tab === undefined) return
        onChanged?.()
        navigate(tab.to)
      }}
      keepMounted={false}
    >
      <Tabs.List ref={currentInView} mb="md" className={styles.tabs}>
        {tabs.map(({name, label}) => (
          <Tabs.Tab key={name} value={name}>
            {label}
            {name !== open && mark?.(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({name}) => (
        <Tabs.Panel key={name} value={name}>
          {name === open && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
