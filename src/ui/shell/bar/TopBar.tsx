import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {TITLE} from '../../../../contract/limits'
import {isPulsewall} from '../../../../contract/rules/offer'
import {isLinkDown} from '../../../domain/link'
import type {LinkRef} from '../../../machines/link'
import {useApplication} from '../../kit/application'
import {QuietPart} from '../../kit/loading/LazyPart'
import {Logo} from '../Logo'
import {useShell} from '../shellLogic'
import {Clock} from './Clock'
import {FindButton} from './FindButton'
import {LinkDown} from './LinkDown'
import {LinkMark} from './LinkMark'
import {OrganisationName} from './OrganisationName'
import {ReplayButton} from './ReplayButton'
import styles from './TopBar.module.css'
import {UserMenu} from './UserMenu'

/** The bar above the screens. While the link is down, the whole bar says so, so that nothing moves. */
export function TopBar({isPhone}: {isPhone: boolean}) {
  const {session} = useApplication()
  const link = useSelector(session, ({children}) => children.link)
  return link === undefined ? <header className={styles.bar} /> : <Bar link={link} isPhone={isPhone} />
}

function Bar({link, isPhone}: {link: LinkRef; isPhone: boolean}) {
  const isDown = useSelector(link, ({context}) => isLinkDown(context.link))
  const {shell, replay, alarms, uploads} = useShell()
  const isReplay = useSelector(replay, s => s.matches({on: 'shown'}))
  const hasAlarms = useSelector(link, ({context}) => isPulsewall(context.offer))
  const hasUploads = useSelector(shell, ({context}) => context.hasUploads)
  return (
    <header className={styles.bar} data-down={isDown || undefined}>
      {isPhone && (
        <Link to="/" className={styles.brand} aria-label={TITLE}>
          <Logo />
        </Link>
      )}
      <div className={styles.place}>
        {isDown ? (
          <LinkDown link={link} />
        ) : (
          <>
            <OrganisationName />
            {!isPhone && <FindButton />}
          </>
        )}
      </div>
      <ReplayButton />
      {hasAlarms && <QuietPart load={alarms} />}
      {hasUploads && <QuietPart load={uploads} />}
      <LinkMark link={link} isReplay={isReplay} isBrief={isPhone && isDown} />
      {!isPhone && <Clock link={link} />}
      {!isPhone && <UserMenu />}
    </header>
  )
}
