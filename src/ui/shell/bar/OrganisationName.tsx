import {useSelector} from '@xstate/react'
import {useApplication} from '../../kit/application'
import {IconBuilding2} from '../../kit/mark/icons'
import styles from './TopBar.module.css'

/** The organisation that the user belongs to, as far as the server says its title. */
export function OrganisationName() {
  const {session} = useApplication()
  const title = useSelector(session, ({context}) => context.user?.organisationTitle ?? '')
  if (title === '') return null
  return (
    <div className={styles.organisation} title={title}>
      <IconBuilding2 size={16} />
      <bdi>{title}</bdi>
    </div>
  )
}
