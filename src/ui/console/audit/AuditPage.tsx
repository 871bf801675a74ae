import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {auditFilter} from '../../../domain/console/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {Notice} from '../../kit/loading/Notice'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import styles from './Audit.module.css'
import {Entries} from './Entries'
import {Filters} from './Filters'
import {texts} from './texts'

/** The filters are parameters of the address. */
export function AuditPage() {
  const {auditTrail: logic, now} = useConsole()
  const {search} = useLocation()
  const trail = useActorRef(logic, {input: {filter: auditFilter(search), now: now()}})
  const crumbs = useCrumbs()
  const isOffered = useSelector(trail, s => !s.matches('notOffered'))
  if (!isOffered) return <Notice kind="placed" heading={texts.notOffered} hint={texts.notOfferedHint} />
  return (
    <ConsolePage heading={texts.heading} crumbs={crumbs}>
      <Trail trail={trail} />
    </ConsolePage>
  )
}

function Trail({trail}: {trail: AuditTrailRef}) {
  return (
    <div className={styles.trail}>
      <Filters trail={trail} />
      <Entries trail={trail} />
    </div>
  )
}
