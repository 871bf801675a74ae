import {useSelector} from '@xstate/react'
import type {Formats} from '../../domain/format/formats'
import type {FilesRef} from '../../machines/player/files'
import type {NotesRef, NotesSnapshot} from '../../machines/player/notes'
import type {PlaybackRef, PlaybackSnapshot} from '../../machines/player/playback'
import type {PlayerRef, PlayerSnapshot} from '../../machines/player/player'
import {PairingScreen} from './PairingScreen'
import css from './PlayerScreen.module.css'
import {type Mount, Stage} from './Stage'
import {texts} from './texts'

export interface PlayerScreenProps {
  player: PlayerRef
  mount: Mount
  formats: Formats
}

/**
 * The whole screen of a player: its videos, and words for those who look after it alone, beside the videos or where no
 * video is.
 */
export function PlayerScreen({player, mount, formats}: PlayerScreenProps) {
  const pairing = useSelector(player, pairingOf)
  const playback = useSelector(player, playbackOf)
  const files = useSelector(player, filesOf)
  const notes = useSelector(player, notesOf)
  const name = useSelector(player, nameOf)
  const isReplaced = useSelector(player, snapshot => snapshot.context.isReplaced)
  return (
    <main className={css.screen} data-mantine-color-scheme="dark" data-calm={pairing === undefined}>
      <Stage mount={mount} />
      {pairing === undefined ? (
        <h1 className={css.title}>{name}</h1>
      ) : (
        <PairingScreen pairing={pairing} isReplaced={isReplaced} />
      )}
      {playback !== undefined && notes !== undefined && (
        <DarkScreen player={player} playback={playback} notes={notes} />
      )}
      {files !== undefined && notes !== undefined && (
        <Notes player={player} files={files} notes={notes} formats={formats} />
      )}
    </main>
  )
}

/** A server that was asked for a token alone tells no name. */
const nameOf = ({context}: PlayerSnapshot) => context.pairing?.deviceName || texts.title
const pairingOf = ({children}: PlayerSnapshot) => children.pairing
const playbackOf = ({children}: PlayerSnapshot) => children.playback
const filesOf = ({children}: PlayerSnapshot) => children.files
const notesOf = ({children}: PlayerSnapshot) => children.notes

/** Says why no video is on screen. */
function DarkScreen({player, playback, notes}: {player: PlayerRef; playback: PlaybackRef; notes: NotesRef}) {
  const isShown = useSelector(notes, areShown)
  const reason = useSelector(playback, darkReason)
  const isListed = useSelector(player, snapshot => snapshot.context.list !== null)
  const ready = useSelector(player, snapshot => snapshot.context.report.ready)
  const files = useSelector(player, snapshot => snapshot.context.report.files)
  const missing = useSelector(player, snapshot => Object.keys(snapshot.context.fileFaults).length)
  const name = useSelector(player, snapshot => snapshot.context.pairing?.deviceName ?? '')
  if (!isShown || reason === null) return null
  return (
    <div className={css.dark} role="status">
      {name !== '' && <b>{name}</b>}
      <p>{wordsFor(reason, {isListed, ready, files})}</p>
      {missing > 0 && <p>{texts.dark.missing(missing)}</p>}
    </div>
  )
}

interface Progress {
  isListed: boolean
  ready: number
  files: number
}

function wordsFor(reason: Reason, {isListed, ready, files}: Progress): string {
  if (!isListed) return texts.dark.loading
  return reason === 'nothingToPlay' && ready < files
    ? texts.dark.fetching(String(ready), String(files))
    : texts.dark[reason]
}

type Reason = (typeof REASONS)[number]
const REASONS = ['nothingToPlay', 'outOfHours', 'allFaulty'] as const

/** Null while a video is on screen, or about to be. */
const darkReason = (snapshot: PlaybackSnapshot): Reason | null =>
  REASONS.find(reason => snapshot.matches({dark: reason})) ?? null

const areShown = (snapshot: NotesSnapshot) => snapshot.matches('shown')

interface Props {
  player: PlayerRef
  files: FilesRef
  notes: NotesRef
  formats: Formats
}

/** The notes for a person who looks after the screen. They are beneath the video and never upon it. */
function Notes({player, files, notes, formats}: Props) {
  const isShown = useSelector(notes, areShown)
  const isRevoked = useSelector(player, snapshot => snapshot.matches({paired: {access: 'revoked'}}))
  const offlineSince = useSelector(player, ({context}) => context.missedSince)
  const isInsecure = useSelector(files, snapshot => snapshot.matches({notStored: 'insecure'}))
  const isNotStoredYet = useSelector(files, snapshot => snapshot.matches({notStored: 'notYet'}))
  if (!isShown || (!isRevoked && offlineSince === null && !isInsecure && !isNotStoredYet)) return null
  const playsOn = isInsecure || isNotStoredYet ? null : texts.note.playsOn
  return (
    <div className={css.notes} role="status">
      {isRevoked && (
        <p>
          {texts.note.revoked} {playsOn}
          <button type="button" onClick={() => player.send({type: 'pairing.requested'})}>
            {texts.note.pairAgain}
          </button>
        </p>
      )}
      {offlineSince !== null && (
        <p>
          {texts.note.offline(formats.dateTime(offlineSince, 'minute'))} {playsOn}
        </p>
      )}
      {isInsecure && <p>{texts.note.insecure}</p>}
      {isNotStoredYet && <p>{texts.note.notStoredYet}</p>}
    </div>
  )
}
