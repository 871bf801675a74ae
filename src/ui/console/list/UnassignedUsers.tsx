import {useSelector} from '@xstate/react'
import {users} from '../../../domain/console/records/users'
import {useApplication, useHasAdditions} from '../../kit/application'
import styles from './OrganisationsPage.module.css'
import {RecordList} from './RecordList'
import {texts} from './texts'
import {useRecordList} from './useRecordList'

/** Lists users without an organisation, which servers of the specification don't list. */
export const UnassignedUsers = () => (useHasAdditions() ? <Unassigned /> : null)

/** A SYS_ADMIN belongs to no organisation either; a list that holds only the signed-in user is not shown. */
function Unassigned() {
  const {session} = useApplication()
  const ownId = useSelector(session, ({context}) => context.user?.id)
  const list = useRecordList(users, '', 'unassigned.')
  const isWorthSeeing = useSelector(
    list,
    ({context: {shown, view, message}}) => message !== null || view.q !== '' || shown.some(({id}) => id !== ownId),
  )
  if (!isWorthSeeing) return null
  return (
    <section className={styles.section}>
      <h2>{texts.unassigned.heading}</h2>
      <p className={styles.hint}>{texts.unassigned.hint}</p>
      <RecordList list={list} owner={texts.unassigned.owner} />
    </section>
  )
}
