import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {BELONGING, TABS} from '../../../domain/console/paths'
import type {CountsRef} from '../../../machines/console/counts'
import {useApplication} from '../../kit/application'
import {Panel} from '../../kit/Panel'
import {usePaths} from '../../kit/viewer'
import {texts as console} from '../texts'
import styles from './OrganisationOverview.module.css'
import {texts} from './texts'

/** The number of records of the organisation, where the server says. */
export function Belongings({counts, organisationId}: {counts: CountsRef; organisationId: string}) {
  const {formats} = useApplication()
  const paths = usePaths()
  const known = useSelector(counts, ({context}) => context.counts)
  const shown = BELONGING.flatMap(kind => {
    const count = known[TABS[kind]]
    return count === undefined ? [] : [{kind, count}]
  })
  if (shown.length === 0) return null
  return (
    <Panel title={texts.belongings}>
      <ul className={styles.tiles}>
        {shown.map(({kind, count}) => (
          <li key={kind}>
            <Link to={paths.list(kind, organisationId)} className={styles.tile}>
              <strong>{formats.exact(count)}</strong> <span className={styles.quiet}>{console.tabs[TABS[kind]]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
