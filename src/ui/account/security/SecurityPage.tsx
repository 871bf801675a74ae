import {useSelector} from '@xstate/react'
import {useApplication, useOffered} from '../../kit/application'
import {PageHeader} from '../../kit/PageHeader'
import {texts as common} from '../../texts'
import type {SectionProps} from './logic'
import styles from './SecurityPage.module.css'
import {SECTIONS} from './sections'
import {texts} from './texts'

/** What people of every authority do for the security of their own account. */
export function SecurityPage({logic}: SectionProps) {
  const {session} = useApplication()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  const offered = useOffered()
  const shown = SECTIONS.filter(({needs}) => offered?.[needs])
  return (
    <div className={styles.screen}>
      <PageHeader title={common.navigation.security} />
      <p className={styles.quiet}>{texts.signedInAs(email)}</p>
      {offered !== null && shown.length === 0 && <p role="status">{texts.notOffered}</p>}
      <div className={styles.sections}>
        {shown.map(({needs, Section}) => (
          <Section key={needs} logic={logic} />
        ))}
      </div>
    </div>
  )
}
