import {useSelector} from '@xstate/react'
import {Link, useNavigate} from 'react-router-dom'
import {THEMES} from '../../../domain/preferences'
import {useApplication, useOffered} from '../../kit/application'
import {
  IconCheck,
  IconChevronDown,
  IconCircleUserRound,
  IconKeyRound,
  IconLogOut,
  IconMonitor,
  IconMoon,
  IconSun,
} from '../../kit/mark/icons'
import {closeMenu, MenuItem, PlainMenu} from '../../kit/menu/PlainMenu'
import menu from '../../kit/menu/PlainMenu.module.css'
import {texts as common} from '../../texts'
import {texts} from '../texts'
import styles from './UserMenu.module.css'

/** The authority in words. An unknown one of another server is shown as it is. */
function roleOf(authority: string): string {
  const role = Object.entries(texts.roles).find(([name]) => name === authority)
  return role === undefined ? authority : role[1]
}

/** The signed-in user, and the user's own pages. */
export function UserMenu() {
  const {session} = useApplication()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  return (
    <PlainMenu
      label={texts.user.menu}
      opener={props => (
        <button type="button" className={styles.button} aria-label={texts.user.open(email)} {...props}>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(email)}
          </span>
          <IconChevronDown size={14} />
        </button>
      )}
    >
      <Who email={email} authority={authority} />
      <ThemeItems />
      <PlaceItems />
    </PlainMenu>
  )
}

function ThemeItems() {
  const {preferences} = useApplication()
  const theme = useSelector(preferences, ({context}) => context.preferences.theme)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, but no field sets
    <div role="group" className={menu.group} aria-label={texts.theme.label}>
      {THEMES.map(name => {
        const Icon = THEME_ICONS[name]
        return (
          <button
            key={name}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            className={menu.item}
            aria-checked={name === theme}
            onClick={() => preferences.send({type: 'preferences.changed', change: {theme: name}})}
          >
            <Icon size={16} />
            {texts.theme[name]}
            {name === theme && <IconCheck size={16} />}
          </button>
        )
      })}
    </div>
  )
}

function PlaceItems() {
  const navigate = useNavigate()
  const offered = useOffered()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, but no field sets
    <div role="group" className={menu.group} aria-label={texts.user.menu}>
      <Link
        to="/profile"
        role="menuitem"
        tabIndex={-1}
        className={menu.item ?? ''}
        onClick={({currentTarget}) => closeMenu(currentTarget)}
      >
        <IconCircleUserRound size={16} />
        {common.navigation.profile}
      </Link>
      {offered !== 'specified' && (
        <Link
          to="/security"
          role="menuitem"
          tabIndex={-1}
          className={menu.item ?? ''}
          onClick={({currentTarget}) => closeMenu(currentTarget)}
        >
          <IconKeyRound size={16} />
          {common.navigation.security}
        </Link>
      )}
      <MenuItem icon={<IconLogOut size={16} />} onChosen={() => navigate('/logout', {replace: true})}>
        {common.navigation.logOut}
      </MenuItem>
    </div>
  )
}

const THEME_ICONS = {system: IconMonitor, light: IconSun, dark: IconMoon} as const

export function Who({email, authority}: {email: string; authority: string}) {
  return (
    <div className={styles.who}>
      <bdi className={styles.email}>{email}</bdi>
      <span className={styles.role}>{roleOf(authority)}</span>
    </div>
  )
}

/** The first letters of the two first words of an email; an emoji is one letter. */
function initialsOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/u)
  return words
    .filter(word => word !== '')
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
