import {useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import {Link, NavLink, useNavigate} from 'react-router-dom'
import {TITLE} from '../../../../contract/limits'
import {IconBookOpen, IconKeyboard, IconLogOut, IconPanelLeftClose, IconPanelLeftOpen} from '../../kit/mark/icons'
import {texts as common} from '../../texts'
import {Logo} from '../Logo'
import {useShell} from '../shellLogic'
import {texts} from '../texts'
import {PLACE_ICONS, usePlaces} from './places'
import styles from './Rail.module.css'

/** The navigation beside the screens. While it is narrow, its words are read out and shown as tooltips. */
export function Rail() {
  const {shell} = useShell()
  const isNarrow = useSelector(shell, ({context}) => context.chosen.rail === 'narrow')
  const places = usePlaces()
  const navigate = useNavigate()
  return (
    <nav aria-label={common.navigation.label} className={styles.rail} data-narrow={isNarrow || undefined}>
      <Link to="/" className={styles.brand} title={isNarrow ? TITLE : undefined}>
        <Logo />
        <span className={styles.word}>{TITLE}</span>
      </Link>
      <div className={styles.places}>
        {places.map(({name, path}) => {
          const Icon = PLACE_ICONS[name]
          const word = common.navigation[name]
          return (
            <NavLink key={name} to={path} className={styles.item ?? ''} title={isNarrow ? word : undefined}>
              <Icon size={ICON} />
              <span className={styles.word}>{word}</span>
            </NavLink>
          )
        })}
      </div>
      <div className={styles.end}>
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className={styles.item}
          title={isNarrow ? texts.rail.docs : undefined}
        >
          <IconBookOpen size={ICON} />
          <span className={styles.word}>{texts.rail.docs}</span>
        </a>
        <RailButton
          icon={IconKeyboard}
          word={texts.rail.keys}
          hint="?"
          isNarrow={isNarrow}
          onClick={() => shell.send({type: 'help.requested'})}
        />
        <RailButton
          icon={IconLogOut}
          word={common.navigation.logOut}
          isNarrow={isNarrow}
          onClick={() => navigate('/logout', {replace: true})}
        />
        <RailButton
          icon={isNarrow ? IconPanelLeftOpen : IconPanelLeftClose}
          word={isNarrow ? texts.rail.widen : texts.rail.narrow}
          isNarrow={isNarrow}
          onClick={() => shell.send({type: 'rail.toggled'})}
        />
      </div>
    </nav>
  )
}

const ICON = 18

interface RailButtonProps {
  icon: ComponentType<{size?: number}>
  word: string
  hint?: string
  isNarrow: boolean
  onClick: () => void
}

function RailButton({icon: Icon, word, hint, isNarrow, onClick}: RailButtonProps) {
  return (
    <button type="button" className={styles.item} title={isNarrow ? word : undefined} onClick={onClick}>
      <Icon size={ICON} />
      <span className={styles.word}>{word}</span>
      {hint !== undefined && <kbd className={styles.hint}>{hint}</kbd>}
    </button>
  )
}
