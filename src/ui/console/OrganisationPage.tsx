import {Tabs} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {useSearchParams} from 'react-router-dom'
import {BELONGING, TABS} from '../../domain/console/paths'
import {customers} from '../../domain/console/records/customers'
import {type ConsoleRecord, nameOf, titleOf} from '../../domain/console/records/description'
import {DESCRIPTIONS} from '../../domain/console/records/descriptions'
import {describedFor} from '../../domain/console/records/forViewer'
import {organisations} from '../../domain/console/records/organisations'
import {listedKinds, may} from '../../domain/rights'
import type {CountsRef} from '../../machines/console/counts'
import {useApplication, useHasAdditions} from '../kit/application'
import {LazyPart} from '../kit/loading/LazyPart'
import {useViewer} from '../kit/viewer'
import {RecordList} from './list/RecordList'
import {useRecordList} from './list/useRecordList'
import {useConsole} from './logic'
import styles from './OrganisationPage.module.css'
import {OrganisationOverview} from './overview/OrganisationOverview'
import {RecordDetails} from './record/RecordDetails'
import {RecordPage} from './record/RecordPage'
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

/** `id` is that of the viewer's own organisation; without it, the address names the organisation. */
export function OrganisationPage({id}: {id?: string}) {
  return (
    <RecordPage description={organisations} ownId={id}>
      {organisation => <OrganisationTabs organisation={organisation} />}
    </RecordPage>
  )
}

function OrganisationTabs({organisation}: {organisation: ConsoleRecord}) {
  const {counts: logic, notifications} = useConsole()
  const {authority} = useViewer()
  const hasAdditions = useHasAdditions()
  const {id: organisationId} = organisation
  const counts = useActorRef(logic, {
    input: {description: organisations, id: organisationId, counts: organisation.counts},
  })
  const owner = nameOf(organisations, organisation)
  const overview = {
    ...tabOf('overview'),
    body: () => <OrganisationOverview organisation={organisation} counts={counts} />,
  }
  const delivery = {
    ...tabOf('notifications'),
    body: () => (
      <LazyPart load={notifications}>{Notifications => <Notifications organisationId={organisationId} />}</LazyPart>
    ),
  }
  return (
    <RecordTabs
      tabs={[
        overview,
        ...listedKinds(authority, BELONGING).map(kind => listTab({kind, organisationId, owner})),
        ...(hasAdditions && may(authority, 'notifications') ? [delivery] : []),
      ]}
      mark={tab => <Count counts={counts} tab={tab} />}
      onChanged={() => counts.send({type: 'counts.requested'})}
    />
  )
}

const tabOf = (name: keyof typeof texts.tabs) => ({name, label: texts.tabs[name]})

const listTab = (list: ListProps) => ({...tabOf(TABS[list.kind]), body: () => <OwnList key={list.kind} {...list} />})

/** The customer's page for its admins, who may not read the organisation. */
export function CustomerPage({id}: {id: string}) {
  const {authority} = useViewer()
  return (
    <RecordPage description={customers} ownId={id}>
      {customer => (
        <RecordTabs
          tabs={[
            {...tabOf('overview'), body: () => <RecordDetails description={customers} record={customer} />},
            ...listedKinds(authority, BELONGING).map(kind =>
              listTab({
                kind,
                organisationId: String(customer.values.organisationId ?? ''),
                owner: titleOf(customers, customer),
              }),
            ),
          ]}
        />
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

interface RecordTab {
  name: string
  label: string
  body: () => ReactNode
}

interface Props {
  /** The first is open unless the address names another. */
  tabs: readonly [RecordTab, ...RecordTab[]]
  /** Renders the mark beside the name of a tab that is not open. */
  mark?: (tab: string) => ReactNode
  onChanged?: () => void
}

/** The `tab` parameter of the address names the open tab; an unknown name opens the first. */
function RecordTabs({tabs, mark, onChanged}: Props) {
  const [parameters, setParameters] = useSearchParams()
  const [first] = tabs
  const asked = parameters.get('tab')
  const open = tabs.find(({name}) => name === asked) ?? first
  return (
    <Tabs
      value={open.name}
      activateTabWithKeyboard={false}
      onChange={tab => {
        onChanged?.()
        setParameters(tab === null || tab === first.name ? {} : {tab})
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map(({name, label}) => (
          <Tabs.Tab key={name} value={name}>
            {label}
            {name !== open.name && mark?.(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({name, body}) => (
        <Tabs.Panel key={name} value={name}>
          {name === open.name && body()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
