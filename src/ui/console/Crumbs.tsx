import {Anchor} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type Description, nameOf} from '../../domain/console/records/description'
import {organisations} from '../../domain/console/records/organisations'
import styles from './Crumbs.module.css'
import {useRecord} from './logic'
import {consolePath, listPath, recordPath} from './paths'
import {texts} from './texts'

export interface CrumbsProps {
  /** The description of the kind of record that the page shows. */
  description: Description
  /** The id of the organisation that the record belongs to; empty for an organisation and for a record without one. */
  organisationId: string
  /** The last crumb, which names the current page. */
  here: string
}

export function Crumbs({description: {kind, plural}, organisationId, here}: CrumbsProps) {
  return (
    <nav aria-label={texts.breadcrumbs} className={styles.crumbs}>
      <ol>
        <li>
          <Anchor component={Link} to={consolePath} inherit>
            {texts.admin}
          </Anchor>
        </li>
        {organisationId !== '' && (
          <>
            <li>
              <Anchor component={Link} to={recordPath('organisation', organisationId)} inherit>
                <OrganisationTitle key={organisationId} id={organisationId} />
              </Anchor>
            </li>
            <li>
              <Anchor component={Link} to={listPath(kind, organisationId)} inherit>
                {plural}
              </Anchor>
            </li>
          </>
        )}
        <li aria-current="page">
          <bdi>{here}</bdi>
        </li>
      </ol>
    </nav>
  )
}

/** Shows a general word until the title is loaded, so that the link works even when loading fails. */
function OrganisationTitle({id}: {id: string}) {
  const organisation = useRecord({description: organisations, id, organisationId: '', isEditing: false})
  const title = useSelector(organisation, ({context: {description, record}}) =>
    record === null ? texts.organisation : nameOf(description, record),
  )
  return <bdi>{title}</bdi>
}
