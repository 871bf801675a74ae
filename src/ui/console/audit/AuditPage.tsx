import {useActorRef} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {auditFilter} from '../../../domain/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
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
