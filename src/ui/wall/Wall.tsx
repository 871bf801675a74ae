import {useMantineColorScheme} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ComponentType, KeyboardEvent} from 'react'
import {isPulsewall} from '../../../contract/rules/offer'
import {ageOf} from '../../domain/format/age'
import type {Formats} from '../../domain/format/formats'
import {isLinkDown} from '../../domain/link'
import {WALL_AUTHORITY} from '../../domain/user'
import {newestOf} from '../../domain/wall/faces'
import {illnessOf} from '../../domain/wall/health'
import {kioskNote} from '../../domain/wall/kioskNote'
import {readableSize} from '../../domain/wall/legibility'
import type {KioskRef} from '../../machines/wall/kiosk'
import type {PanelSources} from '../../machines/wall/panelSources'
import type {WallRef, WallSnapshot} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import {LazyPart} from '../kit/loading/LazyPart'
import {NoticeButton} from '../kit/loading/Notice'
import {RetryButton, useTried} from '../kit/loading/Retry'
import {PageHeader} from '../kit/PageHeader'
import spoken from '../kit/text/Spoken.module.css'
import {NobodyElse} from '../telemetry/limits/NobodyElse'
import {DevicePanel, type LoadDeviceCard} from './DevicePanel'
import {Editor} from './Editor'
import {Grid} from './grid/Grid'
import {Pager} from './grid/Pager'
import type {ShownWallLinks} from './links/WallLinksDialog'
import {openPressed} from './OpensDevice'
import {StatusCount} from './StatusCount'
import {Tools} from './Tools'
import {texts} from './texts'
import styles from './Wall.module.css'

export type LoadWallLinks = () => Promise<ComponentType<ShownWallLinks>>

interface Props {
  wall: WallRef
  kiosk: () => KioskRef
  /** Null where nobody can issue links. */
  links: LoadWallLinks | null
  card: LoadDeviceCard | null
  /** Whether the wall is the user's own. */
  isOwn: boolean
  /** The sources of the panels of a composed wall besides latest values. */
  sources: PanelSources
}

/** The whole screen of the wall. In a kiosk it is all that there is, and dark unless a user prefers it light. */
export function Wall({wall, kiosk, links, card, isOwn, sources}: Props) {
  const isKiosk = useSelector(wall, s => s.context.board.view.isKiosk)
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  const isWatched = useSelector(wall, s => s.context.board.isWatched)
  const compose = useSelector(wall, s => s.children.compose)
  const readable = useSelector(wall, readableOf)
  const {colorScheme} = useMantineColorScheme()
  const enter = () => {
    const {fullScreen} = wall.getSnapshot().children
    if (fullScreen?.getSnapshot().matches('inPage')) fullScreen.send({type: 'fullScreen.toggled'})
  }
  // A screen with a link has nothing but its wall.
  const canLeave = links !== null || isOwn
  const leave = () => wall.send({type: 'view.changed', change: {isKiosk: false}, history: 'push'})
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks only ask for the full screen or turn pages
    <div
      ref={isKiosk ? takeFocus : null}
      tabIndex={-1}
      className={styles.screen}
      style={Object.fromEntries([['--readable', readable]])}
      data-wall
      data-kiosk={isKiosk || undefined}
      data-watched={isWatched || undefined}
      data-cut={isCut || undefined}
      data-mantine-color-scheme={isKiosk && colorScheme === 'auto' ? 'dark' : undefined}
      onPointerUp={isKiosk ? enter : undefined}
      onKeyDown={event => {
        if (isKiosk && canLeave && event.key === 'Escape' && !event.defaultPrevented) leave()
        else turnByKey(event, wall, isKiosk ? enter : undefined)
      }}
    >
      <Head wall={wall} />
      {isKiosk && (
        <LazyPart load={kioskBar} waiting="" isQuiet>
          {KioskBar => <KioskBar wall={wall} onLeft={canLeave ? leave : null} />}
        </LazyPart>
      )}
      {isKiosk && <KioskNote kiosk={kiosk()} />}
      {!isKiosk && compose === undefined && <Tools wall={wall} isOwn={isOwn} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons within it name the devices that they open */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: they are buttons */}
      <div className={styles.middle} onClick={event => compose === undefined && openPressed(event, wall)}>
        {compose === undefined ? (
          <>
            <Content wall={wall} sources={sources} />
            <DevicePanel wall={wall} card={card} />
          </>
        ) : (
          <LazyPart load={composerPart} waiting="">
            {Composer => <Composer wall={wall} compose={compose} sources={sources} />}
          </LazyPart>
        )}
      </div>
      {compose === undefined && <Pager wall={wall} />}
      <EditorSlot wall={wall} />
      {links !== null && <LinksSlot wall={wall} links={links} />}
      <VersionsSlot wall={wall} sources={sources} />
    </div>
  )
}

/** Returns the least size, in CSS pixels, of letters that can be read from the viewers' distance. */
const readableOf = ({context: {board}}: WallSnapshot): string =>
  `${board.wall === null ? 0 : readableSize(board.wall.viewing, window.screen)}px`

const kioskBar = async () => (await import('./kiosk/KioskBar')).KioskBar

const takeFocus = (element: HTMLElement | null) => element?.focus()

function turnByKey(event: KeyboardEvent, wall: WallRef, enter?: () => void) {
  if (event.target instanceof Element && event.target.matches('input, select, textarea')) return
  const step = ({PageDown: 1, PageUp: -1} as const)[event.key]
  if (step !== undefined) {
    event.preventDefault()
    wall.send({type: 'turn.requested', step})
  } else if (event.key !== 'Escape' && !event.ctrlKey && !event.metaKey && !event.altKey) enter?.()
}

function EditorSlot({wall}: {wall: WallRef}) {
  const editor = useSelector(wall, s => s.children.editor)
  return editor === undefined ? null : <Editor wall={wall} editor={editor} />
}

function LinksSlot({wall, links}: {wall: WallRef; links: LoadWallLinks}) {
  const isOpen = useSelector(wall, s => s.matches({editor: 'links'}))
  const organisationId = useSelector(wall, s => s.context.user.organisationId)
  if (!isOpen || organisationId === null) return null
  const close = () => wall.send({type: 'links.closed'})
  return (
    <LazyPart load={links} waiting="">
      {WallLinksDialog => <WallLinksDialog organisationId={organisationId} onClose={close} />}
    </LazyPart>
  )
}

const versionsDialog = async () => (await import('./versions/VersionsDialog')).VersionsDialog

function VersionsSlot({wall, sources}: Pick<Props, 'wall' | 'sources'>) {
  const isOpen = useSelector(wall, s => s.matches({editor: 'versions'}))
  return isOpen ? (
    <LazyPart load={versionsDialog} waiting="">
      {VersionsDialog => <VersionsDialog wall={wall} load={sources.versions} />}
    </LazyPart>
  ) : null
}

const composerPart = async () => (await import('./compose/Composer')).Composer

/** Its code is loaded with the first composed wall. */
const panelsPart = async () => (await import('./panels/Panels')).Panels

function Content({wall, sources}: Pick<Props, 'wall' | 'sources'>) {
  const devices = useSelector(wall, s => s.children.devices)
  const isLoading = useSelector(wall, s => s.matches({devices: 'loading'}))
  const {isFailed, isRetrying} = useTried(
    useSelector(devices, s => s?.matches('failed') ?? false),
    useSelector(devices, s => s?.matches('loading') ?? false),
  )
  const view = useSelector(wall, s => s.context.board.view)
  const isGone = useSelector(wall, s => s.context.board.wall === null)
  const isLinkedGone = useSelector(wall, isLinkedWallGone)
  const hasAny = useSelector(wall, s => s.context.board.all.length > 0)
  const isChosen = useSelector(wall, s => s.context.board.devices.length > 0)
  const isShown = useSelector(wall, s => s.context.board.groups.length > 0)
  const composition = useSelector(wall, s => s.context.board.wall?.composition)
  if (isFailed) {
    return (
      <div role="alert" className={styles.message}>
        <p>{texts.failed}</p>
        <RetryButton isBusy={isRetrying} text={texts.retry} onClick={() => devices?.send({type: 'retry.requested'})} />
      </div>
    )
  }
  if (isLoading) {
    return (
      <p role="status" className={styles.message}>
        {texts.loading}
      </p>
    )
  }
  if (isLinkedGone) {
    return (
      <p role="alert" className={styles.message}>
        {texts.link.gone}
      </p>
    )
  }
  if (isGone) {
    return (
      <div role="alert" className={styles.message}>
        <p>{texts.gone(view.wall ?? view.walls.join(', '))}</p>
        <NoticeButton
          onClick={() => wall.send({type: 'view.changed', change: {wall: null, walls: []}, history: 'replace'})}
        >
          {texts.showFirst}
        </NoticeButton>
      </div>
    )
  }
  if (composition !== undefined)
    return (
      <LazyPart load={panelsPart} waiting="">
        {Panels => <Panels wall={wall} sources={sources} composition={composition} />}
      </LazyPart>
    )
  if (!isShown) {
    const isFiltered = hasAny && isChosen
    return (
      <div role="status" className={styles.message}>
        <p>{isFiltered ? texts.nonePasses : hasAny ? texts.noneOnWall : texts.empty}</p>
        {isFiltered && (
          <NoticeButton
            onClick={() =>
              wall.send({type: 'view.changed', change: {q: '', statuses: [], labels: []}, history: 'push'})
            }
          >
            {texts.clearFilters}
          </NoticeButton>
        )}
      </div>
    )
  }
  return <Grid wall={wall} />
}

/** The kiosk's note about itself. When all is well it is empty, or says that it was loaded again today. */
function KioskNote({kiosk}: {kiosk: KioskRef}) {
  const {formats} = useApplication()
  const said = useSelector(kiosk, snapshot => textOf(snapshot, formats))
  return (
    <p className={styles.note} role="status" hidden={said === null}>
      {said}
    </p>
  )
}

function textOf(snapshot: ReturnType<KioskRef['getSnapshot']>, formats: Formats): string | null {
  const {health, ...facts} = snapshot.context
  const note = kioskNote({
    ...facts,
    illness: illnessOf(health),
    isReloading: snapshot.matches({page: 'reloading'}),
    isCatchingUp: snapshot.matches({time: 'catchingUp'}),
  })
  const {kiosk} = texts
  if (note === null) return null
  switch (note.kind) {
    case 'clock':
      return kiosk[note.ahead > 0 ? 'ahead' : 'behind'](ageOf(0, Math.abs(note.ahead)))
    case 'outdated':
      return kiosk.outdated[note.why]
    case 'ill':
      return kiosk.ill(kiosk.why[note.why])
    case 'reloads':
      return kiosk.reloads(formats.number(note.count), formats.time(note.last.at), kiosk.why[note.last.why])
    default:
      return kiosk[note.kind]
  }
}

/**
 * The name of the wall, and how old its newest value is, in larger letters than the clock. Beside the shell's bar the
 * wall says nothing of a cut link: its own time for it would be a second one. Of a wall that isn't found there is
 * nothing to count.
 */
export function Head({wall}: {wall: WallRef}) {
  const name = useSelector(wall, s => s.context.board.wall?.name ?? '')
  const isKiosk = useSelector(wall, s => s.context.board.view.isKiosk)
  const isCut = useSelector(wall, isCutOff)
  const isFound = useSelector(wall, s => s.context.board.wall !== null && !isLinkedWallGone(s))
  const devices = useSelector(wall, s => s.children.devices)
  const hasCode = useSelector(wall, hasAlarmCode)
  return (
    <div className={styles.head}>
      <PageHeader title={name === '' ? texts.title : name} mark={isFound && <Amount wall={wall} />} />
      {devices !== undefined && <NobodyElse devices={devices} className={styles.amount} />}
      {(isCut ? isKiosk : isFound) && <DataAge wall={wall} />}
      {isKiosk && <WallClock wall={wall} />}
      {hasCode && (
        <LazyPart load={alarmCode} waiting="" isQuiet>
          {AlarmCode => <AlarmCode wall={wall} />}
        </LazyPart>
      )}
    </div>
  )
}

const alarmCode = async () => (await import('./kiosk/AlarmCode')).AlarmCode

const hasAlarmCode = ({context: {board, offer}}: WallSnapshot): boolean =>
  board.view.isKiosk && board.wall?.hasAlarmCode === true && isPulsewall(offer)

/** The wall of a link may have been deleted. A list that is still unread has no wall either. */
const isLinkedWallGone = ({context: {user, board}, children: {walls}}: WallSnapshot): boolean =>
  user.authority === WALL_AUTHORITY &&
  board.walls.length === 0 &&
  walls?.getSnapshot().matches({list: 'stored'}) === true

function Amount({wall}: {wall: WallRef}) {
  const {formats} = useApplication()
  const isListed = useSelector(wall, s => s.matches({devices: 'loaded'}))
  const count = useSelector(wall, s => s.context.board.groups.reduce((sum, {devices}) => sum + devices.length, 0))
  // A viewer who has opened a device is close enough.
  const isReadable = useSelector(
    wall,
    ({context: {board}}) => board.view.deviceId !== null || (board.page?.packing.isReadable ?? true),
  )
  return (
    <p className={styles.amount}>
      {isListed && texts.devices(formats.number(count), count === 1)}
      {!isReadable && <span> · {texts.tooSmall}</span>}
    </p>
  )
}

const isCutOff = ({context: {board}}: WallSnapshot): boolean => isLinkDown(board.link)

/** Screen readers announce a lost link once, and not each second. */
function DataAge({wall}: {wall: WallRef}) {
  const {formats} = useApplication()
  const isCut = useSelector(wall, isCutOff)
  const cutAt = useSelector(wall, s => s.context.board.cutAt)
  const age = useSelector(wall, dataAge)
  return (
    <div className={styles.age} data-cut={isCut || undefined}>
      <span role="status" className={spoken.spoken}>
        {isCut && (cutAt === null ? texts.age.cutFromStart : texts.age.status(formats.time(cutAt)))}
      </span>
      {isCut ? (
        <>
          <span className={styles.ageWord}>
            {cutAt === null ? texts.age.cutFromStart : `${texts.age.cut} ${texts.age.since(formats.time(cutAt))}`}
          </span>
          <CutAge wall={wall} />
          {cutAt !== null &&
            (['critical', 'warning'] as const).map(status => (
              <span key={status} className={styles.ageWord}>
                <StatusCount wall={wall} status={status} />
              </span>
            ))}
        </>
      ) : (
        <>
          <span className={styles.ageWord}>{texts.age.data}</span>
          <b className={styles.ageFigure}>{age === null ? texts.age.none : texts.age.ago(age)}</b>
        </>
      )}
    </div>
  )
}

function CutAge({wall}: {wall: WallRef}) {
  const age = useSelector(wall, ({context: {board}}) => (board.cutAt === null ? null : ageOf(board.cutAt, board.now)))
  return age === null ? null : <b className={styles.ageFigure}>{age}</b>
}

function dataAge({context: {board}}: WallSnapshot): string | null {
  const newest = newestOf(board)
  return newest === null ? null : ageOf(newest, board.now)
}

function WallClock({wall}: {wall: WallRef}) {
  const {formats} = useApplication()
  const now = useSelector(wall, s => s.context.board.now)
  return (
    <span className={styles.clock} data-tick={now}>
      {formats.time(now)}
    </span>
  )
}
