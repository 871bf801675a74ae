import {useSelector} from '@xstate/react'
import {useState} from 'react'
import {Link, NavLink, useNavigate} from 'react-router-dom'
import {useApplication, useOffered} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {IconBookOpen, IconEllipsis, IconKeyRound, IconLogOut, IconSearch} from '../../kit/mark/icons'
import {texts as common} from '../../texts'
import {Who} from '../bar/UserMenu'
import {useShell} from '../shellLogic'
import {texts} from '../texts'
import styles from './BottomBar.module.css'
import {PLACE_ICONS, usePlaces} from './places'

/** The navigation of a phone: the main places, and a sheet with all else. */
export function BottomBar() {
  const [isOpen, setOpen] = useState(false)
  const {shell} = useShell()
  const places = usePlaces()
  return (
    <nav aria-label={common.navigation.label} className={styles.bar}>
      {places
        .filter(({name}) => name !== 'profile')
        .map(({name, path}) => {
          const Icon = PLACE_ICONS[name]
          return (
            <NavLink key={name} to={path} className={styles.item ?? ''}>
              <Icon size={20} />
              {common.navigation[name]}
            </NavLink>
          )
        })}
      <button
        type="button"
        className={styles.item}
        aria-haspopup="dialog"
        onClick={() => shell.send({type: 'palette.requested'})}
      >
        <IconSearch size={20} />
        {texts.search}
      </button>
      <button
        type="button"
        className={styles.item}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconEllipsis size={20} />
        {texts.user.more}
      </button>
      {isOpen && (
        <PlainDialog title={texts.user.menu} place="opener" onClose={() => setOpen(false)}>
          <More onLeave={() => setOpen(false)} />
        </PlainDialog>
      )}
    </nav>
  )
}

function More({onLeave}: {onLeave: () => void}) {
  const {session} = useApplication()
  const navigate = useNavigate()
  const offered = useOffered()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  const {profile: Profile} = PLACE_ICONS
  return (
    <div className={styles.more}>
      <Who email={email} authority={authority} />
      <Link to="/profile" className={styles.line} onClick={onLeave}>
        <Profile size={20} />
        {common.navigation.profile}
      </Link>
      {offered !== 'specified' && (
        <Link to="/security" className={styles.line} onClick={onLeave}>
          <IconKeyRound size={20} />
          {common.navigation.security}
        </Link>
      )}
      <a href="/docs" target="_blank" rel="noreferrer" className={styles.line}>
        <IconBookOpen size={20} />
        {texts.rail.docs}
      </a>
      <button type="button" className={styles.line} onClick={() => navigate('/logout', {replace: true})}>
        <IconLogOut size={20} />
        {common.navigation.logOut}
      </button>
    </div>
  )
}
