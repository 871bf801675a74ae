import {useActorRef, useSelector} from '@xstate/react'
import type {ConsoleRecord} from '../../../domain/console/records/description'
import {organisations} from '../../../domain/console/records/organisations'
import type {CountsRef} from '../../../machines/console/counts'
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

/** The state of an organisation, and its fields. */
export function OrganisationOverview({organisation, counts}: {organisation: ConsoleRecord; counts: CountsRef}) {
  const {organisationHealth: logic, wallLinks, apiKeys, provisioning} = useConsole()
  const {id} = organisation
  const health = useActorRef(logic, {input: {organisationId: id}})
  const hasWallLinks = useSelector(health, ({context}) => context.capabilities.wallLinks === true)
  const hasApiKeys = useSelector(health, ({context}) => context.capabilities.apiKeys === true)
  const hasProvisioning = useSelector(health, ({context}) => context.capabilities.provisioning === true)
  const hasUsual = useSelector(health, ({context}) => context.capabilities.usual === true)
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        <div className={styles.figures}>
          <DeviceHealth health={health} organisationId={id} />
          <Belongings counts={counts} organisationId={id} />
        </div>
        <Overview description={organisations} record={organisation} />
        <Thresholds kind="organisation" id={id} organisationId={id} customerId={null} />
        {hasWallLinks && (
          <Panel title={linkTexts.title}>
            <WallLinks logic={wallLinks} organisationId={id} />
          </Panel>
        )}
        {hasApiKeys && (
          <Panel title={keyTexts.title}>
            <LazyPart load={apiKeys}>{ApiKeys => <ApiKeys organisationId={id} />}</LazyPart>
          </Panel>
        )}
        {hasProvisioning && (
          <Panel title={provisioningTexts.title}>
            <LazyPart load={provisioning}>
              {ProvisioningProfiles => <ProvisioningProfiles organisationId={id} />}
            </LazyPart>
          </Panel>
        )}
        <Attributes kind="organisation" id={id} organisationId={id} hasUsualZone={hasUsual} />
      </div>
      <RecentActivity health={health} organisationId={id} />
    </div>
  )
}
