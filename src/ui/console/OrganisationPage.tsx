import {Tabs} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useSearchParams} from 'react-router-dom'
import {type ConsoleRecord, type Description, nameOf} from '../../domain/console/records/description'
import {DESCRIPTIONS} from '../../domain/console/records/descriptions'
import {organisations} from '../../domain/console/records/organisations'
import type {CountsRef} from '../../machines/console/counts'
import {useApplication} from '../kit/application'
import {LazyPart} from '../kit/loading/LazyPart'
import {RecordList} from './list/RecordList'
import {useRecordList} from './list/useRecordList'
import {useConsole} from './logic'
import styles from './OrganisationPage.module.css'
import {OrganisationOverview} from './overview/OrganisationOverview'
import {BELONGING, TABS} from './paths'
import {RecordPage} from './record/RecordPage'
import {texts} from './texts'

/** Lists the records of one kind that belong to the organisation. */
function OrganisationList({description, organisation}: {description: Description; organisation: ConsoleRecord}) {
  const list = useRecordList(description, organisation.id)
  return <RecordList list={list} owner={nameOf(organisations, organisation)} />
}

/** The `tab` parameter of the address names the open tab; an unknown name opens the overview. */
export function OrganisationPage() {
  return <RecordPage description={organisations}>{organisation => <OrganisationTabs {...{organisation}} />}</RecordPage>
}

function OrganisationTabs({organisation}: {organisation: ConsoleRecord}) {
  const {counts: logic, notifications} = useConsole()
  const counts = useActorRef(logic, {
    input: {description: organisations, id: organisation.id, counts: organisation.counts},
  })
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tab') ?? OVERVIEW
  const open = asked in texts.tabs ? asked : OVERVIEW
  return (
    <Tabs
      value={open}
      activateTabWithKeyboard={false}
      onChange={tab => {
        counts.send({type: 'counts.wanted'})
        setParameters(tab === null || tab === OVERVIEW ? {} : {tab})
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {Object.entries(texts.tabs).map(([tab, label]) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
            {tab !== open && <Count counts={counts} tab={tab} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={OVERVIEW}>
        <OrganisationOverview organisation={organisation} counts={counts} />
      </Tabs.Panel>
      {BELONGING.map(kind => (
        <Tabs.Panel key={kind} value={TABS[kind]}>
          <OrganisationList description={DESCRIPTIONS[kind]} organisation={organisation} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value={NOTIFICATIONS}>
        <LazyPart load={notifications}>{Notifications => <Notifications organisationId={organisation.id} />}</LazyPart>
      </Tabs.Panel>
    </Tabs>
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

const OVERVIEW = 'overview'
const NOTIFICATIONS = 'notifications'
