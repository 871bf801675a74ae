import {Tabs} from '@mantine/core'
import {useSearchParams} from 'react-router-dom'
import {assets} from '../../domain/console/records/assets'
import {customers} from '../../domain/console/records/customers'
import type {ConsoleRecord} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import {organisations} from '../../domain/console/records/organisations'
import {users} from '../../domain/console/records/users'
import {OrganisationList} from './list/OrganisationList'
import {RecordDetails} from './record/RecordDetails'
import {RecordPage} from './record/RecordPage'
import {texts} from './texts'

/** The `tab` parameter of the address names the open tab; an unknown name opens the overview. */
export function OrganisationPage() {
  return <RecordPage description={organisations}>{organisation => <OrganisationTabs {...{organisation}} />}</RecordPage>
}

function OrganisationTabs({organisation}: {organisation: ConsoleRecord}) {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tab') ?? OVERVIEW
  const open = asked in texts.tabs ? asked : OVERVIEW
  return (
    <Tabs
      value={open}
      activateTabWithKeyboard={false}
      onChange={tab => setParameters(tab === null || tab === OVERVIEW ? {} : {tab})}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {Object.entries(texts.tabs).map(([tab, label]) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={OVERVIEW}>
        <RecordDetails description={organisations} record={organisation} />
      </Tabs.Panel>
      {Object.entries(LISTS).map(([tab, description]) => (
        <Tabs.Panel key={tab} value={tab}>
          <OrganisationList {...{description, organisation}} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const OVERVIEW = 'overview'
const LISTS = {customers, users, devices, assets}
