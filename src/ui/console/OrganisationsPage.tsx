import {Button} from '@mantine/core'
import {Link} from 'react-router-dom'
import {organisations} from '../../domain/console/records/organisations'
import {useHasAdditions} from '../kit/application'
import {usePaths} from '../kit/viewer'
import {texts as keyTexts} from './apiKeys/texts'
import {ConsolePage} from './ConsolePage'
import {CustomerManagement} from './list/CustomerManagement'
import styles from './list/OrganisationsPage.module.css'
import {RecordList} from './list/RecordList'
import {UnassignedUsers} from './list/UnassignedUsers'
import {useRecordList} from './list/useRecordList'
import {texts} from './texts'

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
              {texts.auditTrail}
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
