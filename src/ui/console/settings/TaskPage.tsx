import type {Task} from '../../../domain/console/settingsPages'
import {LazyPart} from '../../kit/loading/LazyPart'
import {Panel} from '../../kit/Panel'
import {texts as linkTexts} from '../../wall/links/texts'
import {WallLinks} from '../../wall/links/WallLinks'
import {texts as keyTexts} from '../apiKeys/texts'
import {UsualZone} from '../attributes/UsualZone'
import {useConsole} from '../logic'
import {texts as provisioningTexts} from '../provisioning/texts'
import {Thresholds} from '../thresholds/Thresholds'
import styles from './Settings.module.css'

interface Props {
  task: Task
  organisationId: string
}

/** The page of an organisation's settings for one task. */
export const TaskPage = (props: Props) => (
  <div className={styles.page} data-task={props.task}>
    <Parts {...props} />
  </div>
)

function Parts({task, organisationId}: Props) {
  const {notifications, units, headlines, walls, wallLinks, apiKeys, provisioning} = useConsole()
  switch (task) {
    case 'thresholds':
      return <Thresholds kind="organisation" id={organisationId} organisationId={organisationId} customerId={null} />
    case 'units':
      return (
        <>
          <LazyPart load={units}>{Units => <Units organisationId={organisationId} />}</LazyPart>
          <LazyPart load={headlines}>{Headlines => <Headlines organisationId={organisationId} />}</LazyPart>
        </>
      )
    case 'notifications':
      return (
        <LazyPart load={notifications}>{Notifications => <Notifications organisationId={organisationId} />}</LazyPart>
      )
    case 'zone':
      return <UsualZone organisationId={organisationId} />
    case 'walls':
      return (
        <LazyPart load={walls}>
          {Walls => (
            <>
              <Walls organisationId={organisationId} />
              <Panel title={linkTexts.title}>
                <WallLinks logic={wallLinks} organisationId={organisationId} />
              </Panel>
            </>
          )}
        </LazyPart>
      )
    case 'keys':
      return (
        <LazyPart load={apiKeys}>
          {ApiKeys => (
            <>
              <Panel title={keyTexts.title}>
                <ApiKeys organisationId={organisationId} />
              </Panel>
              <LazyPart load={provisioning}>
                {ProvisioningProfiles => (
                  <Panel title={provisioningTexts.title}>
                    <ProvisioningProfiles organisationId={organisationId} />
                  </Panel>
                )}
              </LazyPart>
            </>
          )}
        </LazyPart>
      )
    default:
      return task satisfies never
  }
}
