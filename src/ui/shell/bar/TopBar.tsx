import {useSelector} from '@xstate/react'
import {Link, useLocation} from 'react-router-dom'
import {TITLE} from '../../../../contract/limits'
import {isPulsewall} from '../../../../contract/rules/offer'
import {ageOf} from '../../../domain/format/age'
import {isLinkDown, isLinkUp, type LinkState, REPLAY} from '../../../domain/link'
import {isReplayable} from '../../../domain/moment'
import type {LinkRef} from '../../../machines/link'
import {useApplication} from '../../kit/application'
import {QuietPart} from '../../kit/loading/LazyPart'
import {IconBuilding2, IconHistory, IconSearch} from '../../kit/mark/icons'
import spoken from '../../kit/text/Spoken.module.css'
import {texts as replayTexts} from '../../replay/texts'
import {texts as common} from '../../texts'
import {Logo} from '../Logo'
import {useShell} from '../shellLogic'
import {texts} from '../texts'
import linkMarkStyles from './LinkMark.module.css'
import replayButtonStyles from './ReplayButton.module.css'
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

/** The time on the viewer's clock. Each second only this part is drawn again, and it is not read out. */
function Clock({link}: {link: LinkRef}) {
  const {zone, formats} = useApplication()
  const now = useSelector(link, ({context}) => context.now)
  return (
    <div className={styles.clock} title={now === null ? zone : formats.zoneName(now)}>
      <span className={styles.time}>{now === null ? '' : formats.time(now)}</span>
      <span className={styles.zone}>{zone}</span>
    </div>
  )
}

/** Opens the palette, and tells the key that opens it as well. */
function FindButton() {
  const {shell} = useShell()
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
      onClick={() => shell.send({type: 'palette.requested'})}
    >
      <IconSearch size={16} />
      <span className={styles.word}>{texts.find}</span>
      <span className={styles.key} aria-hidden="true">
        Ctrl K
      </span>
    </button>
  )
}

/** Shows since when nothing arrives. Screen readers announce it once, and not each second. */
export function LinkDown({link}: {link: LinkRef}) {
  const since = useSelector(link, ({context}) => context.downSince)
  const isCrowded = useSelector(link, ({context}) => context.isCrowded)
  const {formats} = useApplication()
  const canTry = useSelector(link, snapshot => snapshot.can({type: 'retry.requested'}))
  return (
    <div className={styles.down}>
      <p className={styles.words}>
        {since === null ? (
          <span role="status">{common.link.explained.reconnecting}</span>
        ) : (
          <>
            <span role="status">{texts.linkDown.since(formats.time(since))}</span>
            <span aria-hidden="true">
              {' – '}
              <Age link={link} since={since} />
            </span>
          </>
        )}
        <NextTry link={link} />
        {isCrowded && <span role="status">{` ${texts.linkDown.crowded}`}</span>}
      </p>
      <button
        type="button"
        className={styles.try}
        aria-disabled={!canTry}
        onClick={() => link.send({type: 'retry.requested'})}
      >
        {texts.linkDown.tryNow}
      </button>
    </div>
  )
}

function Age({link, since}: {link: LinkRef; since: number}) {
  return useSelector(link, ({context}) => texts.linkDown.age(ageOf(since, context.now ?? since)))
}

function NextTry({link}: {link: LinkRef}) {
  const text = useSelector(link, ({context: {link: state, now}}) => {
    if (state.kind !== 'reconnecting') return null
    if (state.nextTryAt === null || now === null) return common.link.trying
    const seconds = Math.ceil((state.nextTryAt - now) / 1000)
    return seconds > 0 ? common.link.nextTry(seconds) : common.link.trying
  })
  return text === null ? null : <span aria-hidden="true">{` · ${text}`}</span>
}

interface Props {
  link: LinkRef
  /** Whether screens show the past, which is asked for. */
  isReplay?: boolean
  isBrief?: boolean
}

/** Shows how the values get here by a shape and a word; the colour only repeats them. */
export function LinkMark({link, isReplay = false, isBrief = false}: Props) {
  const {kind} = useSelector(link, ({context}) => (isReplay && isLinkUp(context.link) ? REPLAY : context.link))
  return (
    <div className={linkMarkStyles.mark} data-link={kind} title={common.link.explained[kind]}>
      <svg className={linkMarkStyles.shape} viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      <span role="status" className={isBrief ? spoken.spoken : undefined}>
        {common.link[kind]}
      </span>
    </div>
  )
}

/** A disc, the hand of a clock, a broken ring, a cross and a clock. */
const SHAPES: Record<LinkState['kind'], string> = {
  probing: 'M6 1.5A4.5 4.5 0 0 1 10.5 6',
  live: 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z',
  polling: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M6 3.5V6H8.5',
  reconnecting: 'M10.5 6A4.5 4.5 0 1 1 8.5 2.2M8.5 0V2.5H6',
  offline: 'M2 2L10 10M10 2L2 10',
  replay: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M6 3.5V6H8.5',
}

/** The organisation that the user belongs to, as far as the server says its title. */
function OrganisationName() {
  const {session} = useApplication()
  const title = useSelector(session, ({context}) => context.user?.organisationTitle ?? '')
  if (title === '') return null
  return (
    <div className={styles.organisation} title={title}>
      <IconBuilding2 size={16} />
      <bdi>{title}</bdi>
    </div>
  )
}

/** Begins a replay on screens that have a past. */
function ReplayButton() {
  const {replay} = useShell()
  const isOffered = useSelector(replay, s => s.can({type: 'replay.requested'}))
  const {pathname} = useLocation()
  if (!isOffered || !isReplayable(pathname)) return null
  return (
    <button
      type="button"
      className={replayButtonStyles.button}
      aria-label={replayTexts.open}
      title={replayTexts.open}
      onClick={() => replay.send({type: 'replay.requested'})}
    >
      <IconHistory size={16} aria-hidden="true" />
    </button>
  )
}
