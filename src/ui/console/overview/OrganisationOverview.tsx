import {useActorRef} from '@xstate/react'
import type {ConsoleRecord} from '../../../domain/console/records/description'
import {organisations} from '../../../domain/console/records/organisations'
import type {CountsRef} from '../../../machines/console/counts'
import type {OrganisationHealthRef} from '../../../machines/console/organisation/organisationHealth'
import {useHasAdditions} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {Panel} from '../../kit/Panel'
import {texts as linkTexts} from '../../wall/links/texts'
import {WallLinks} from '../../wall/links/WallLinks'
import {texts as keyTexts} from '../apiKeys/texts'
import {Attributes} from '../attributes/Attributes'
import {useConsole} from '../logic'
import {texts as provisioningTexts} from '../provisioning/texts'
import {Overview} from '../record/Overview'
import {Thresholds} from '../thresholds/Thresholds'
import {Belongings} from './Belongings'
import {DeviceHealth} from './DeviceHealth'
import styles from './OrganisationOverview.module.css'
import {RecentActivity} from './RecentActivity'

interface Props {
  organisation: ConsoleRecord
  counts: CountsRef
}

/** The state of an organisation, and its fields. */
export const OrganisationOverview = (props: Props) =>
  useHasAdditions() ? <WithHealth {...props} /> : <Columns {...props} />

function WithHealth(props: Props) {
  const health = useActorRef(useConsole().organisationHealth, {input: {organisationId: props.organisation.id}})
  return <Columns {...props} health={health} />
}

function Columns({organisation, counts, health}: Props & {health?: OrganisationHealthRef}) {
  const {id} = organisation
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        <div className={styles.figures}>
          {health && <DeviceHealth health={health} organisationId={id} />}
          <Belongings counts={counts} organisationId={id} />
        </div>
        <Overview description={organisations} record={organisation} />
        <Thresholds kind="organisation" id={id} organisationId={id} customerId={null} />
        {health && <Issued organisationId={id} />}
        <Attributes kind="organisation" id={id} organisationId={id} hasUsualZone={health !== undefined} />
      </div>
      {health && <RecentActivity health={health} organisationId={id} />}
    </div>
  )
}

/** What admins issue to screens, programs and devices. */
function Issued({organisationId}: {organisationId: string}) {
  const {wallLinks, apiKeys, provisioning} = useConsole()
  return (
    <>
      <Panel title={linkTexts.title}>
        <WallLinks logic={wallLinks} organisationId={organisationId} />
      </Panel>
      <Panel title={keyTexts.title}>
        <LazyPart load={apiKeys}>{ApiKeys => <ApiKeys organisationId={organisationId} />}</LazyPart>
      </Panel>
      <Panel title={provisioningTexts.title}>
        <LazyPart load={provisioning}>
          {ProvisioningProfiles => <ProvisioningProfiles organisationId={organisationId} />}
        </LazyPart>
      </Panel>
    </>
  )
}
