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
  /** Of what the page shows. */
  description: Description
  /** To which it belongs; empty: to none, or it is one. */
  organisationId: string
  /** The page itself. */
  here: string
}

/** The way from the organisations down to the page. */
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

/** Whatever becomes of asking for it, the link leads there. */
function OrganisationTitle({id}: {id: string}) {
  const organisation = useRecord({description: organisations, id, organisationId: '', isEditing: false})
  const title = useSelector(organisation, ({context: {description, record}}) =>
    record === null ? texts.organisation : nameOf(description, record),
  )
  return <bdi>{title}</bdi>
}
