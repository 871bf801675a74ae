import {useSelector} from '@xstate/react'
import type {PlayerRef, PlayerSnapshot} from '../../machines/player/player'
import {DarkScreen} from './DarkScreen'
import {Notes} from './Notes'
import {PairingScreen} from './PairingScreen'
import css from './PlayerScreen.module.css'
import {type Mount, Stage} from './Stage'

/** All that a screen shows: its videos, and words only beside them or where no video is. */
export function PlayerScreen({player, mount}: {player: PlayerRef; mount: Mount}) {
  const pairing = useSelector(player, pairingOf)
  const playback = useSelector(player, playbackOf)
  const files = useSelector(player, filesOf)
  return (
    <main className={css.screen} data-mantine-color-scheme="dark" data-calm={pairing === undefined}>
      <Stage mount={mount} />
      {pairing !== undefined && <PairingScreen pairing={pairing} />}
      {playback !== undefined && <DarkScreen player={player} playback={playback} />}
      {files !== undefined && <Notes player={player} files={files} />}
    </main>
  )
}

const pairingOf = ({children}: PlayerSnapshot) => children.pairing
const playbackOf = ({children}: PlayerSnapshot) => children.playback
const filesOf = ({children}: PlayerSnapshot) => children.files
