import {UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link, NavLink, useNavigate} from 'react-router-dom'
import {TITLE} from '../../../contract/limits'
import {useApplication} from '../kit/application'
import {texts} from '../texts'
import {LinkMark} from './LinkMark'
import {Logo} from './Logo'
import styles from './NavigationBar.module.css'

export function NavigationBar() {
  const {session} = useApplication()
  const navigate = useNavigate()
  const authority = useSelector(session, ({context}) => context.user?.authority)
  const link = useSelector(session, ({children}) => children.link)
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.title}>
        <Logo />
        {TITLE}
      </Link>
      <nav aria-label={texts.navigation.label} className={styles.links}>
        <BarLink to="/dashboard">{texts.navigation.dashboard}</BarLink>
        {authority === 'SYS_ADMIN' && <BarLink to="/sys_admin">{texts.navigation.admin}</BarLink>}
        {authority === 'CUSTOMER_USER' && <BarLink to="/myhome">{texts.navigation.myHome}</BarLink>}
        <BarLink to="/profile">{texts.navigation.profile}</BarLink>
      </nav>
      <div className={styles.end}>
        {link !== undefined && <LinkMark link={link} />}
        <UnstyledButton className={styles.link} onClick={() => navigate('/logout', {replace: true})}>
          {texts.navigation.logOut}
        </UnstyledButton>
      </div>
    </header>
  )
}

function BarLink({to, children}: {to: string; children: string}) {
  return (
    <NavLink to={to} className={styles.link ?? ''}>
      {children}
    </NavLink>
  )
}
