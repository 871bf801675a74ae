import {Menu, UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link, useNavigate} from 'react-router-dom'
import {THEMES} from '../../../domain/account/preferences'
import {useApplication} from '../../kit/application'
import {
  IconCheck,
  IconChevronDown,
  IconCircleUserRound,
  IconLogOut,
  IconMonitor,
  IconMoon,
  IconSun,
} from '../../kit/icons'
import {texts as common} from '../../texts'
import {texts} from '../texts'
import {roleOf} from './role'
import styles from './UserMenu.module.css'

/** Who is signed in, and what concerns this person alone. */
export function UserMenu() {
  const {session} = useApplication()
  const navigate = useNavigate()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  return (
    <Menu position="bottom-end" width={256} withinPortal transitionProps={{duration: 0}}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={texts.user.open(email)}>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(email)}
          </span>
          <IconChevronDown size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.user.menu}>
        <Who email={email} authority={authority} />
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconCircleUserRound size={16} />}>
          {common.navigation.profile}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogOut size={16} />} onClick={() => navigate('/logout', {replace: true})}>
          {common.navigation.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ThemeItems() {
  const {preferences} = useApplication()
  const theme = useSelector(preferences, ({context}) => context.preferences.theme)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, but no field sets
    <div role="group" aria-label={texts.theme.label}>
      {THEMES.map(name => {
        const Icon = THEME_ICONS[name]
        return (
          <Menu.Item
            key={name}
            role="menuitemradio"
            aria-checked={name === theme}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} />}
            rightSection={name === theme && <IconCheck size={16} />}
            onClick={() => preferences.send({type: 'preferences.changed', change: {theme: name}})}
          >
            {texts.theme[name]}
          </Menu.Item>
        )
      })}
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
