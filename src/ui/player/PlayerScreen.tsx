import {useSelector} from '@xstate/react'
import type {Formats} from '../../domain/format/formats'
import type {PlayerRef, PlayerSnapshot} from '../../machines/player/player'
import {DarkScreen} from './DarkScreen'
import {Notes} from './Notes'
import {PairingScreen} from './PairingScreen'
import css from './PlayerScreen.module.css'
import {type Mount, Stage} from './Stage'
import {texts} from './texts'

export interface PlayerScreenProps {
  player: PlayerRef
  mount: Mount
  formats: Formats
}

/** The whole screen of a player: its videos, and words only beside them or where no video is. */
export function PlayerScreen({player, mount, formats}: PlayerScreenProps) {
  const pairing = useSelector(player, pairingOf)
  const playback = useSelector(player, playbackOf)
  const files = useSelector(player, filesOf)
  const notes = useSelector(player, notesOf)
  const name = useSelector(player, nameOf)
  return (
    <main className={css.screen} data-mantine-color-scheme="dark" data-calm={pairing === undefined}>
      <Stage mount={mount} />
      {pairing === undefined ? <h1 className={css.title}>{name}</h1> : <PairingScreen pairing={pairing} />}
      {playback !== undefined && <DarkScreen player={player} playback={playback} />}
      {files !== undefined && notes !== undefined && <Notes {...{player, files, notes, formats}} />}
    </main>
  )
}

/** A server that was asked for a token alone tells no name. */
const nameOf = ({context}: PlayerSnapshot) => context.pairing?.deviceName || texts.title
const pairingOf = ({children}: PlayerSnapshot) => children.pairing
const playbackOf = ({children}: PlayerSnapshot) => children.playback
const filesOf = ({children}: PlayerSnapshot) => children.files
const notesOf = ({children}: PlayerSnapshot) => children.notes
