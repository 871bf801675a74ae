import {useSelector} from '@xstate/react'
import type {PlaybackRef, PlaybackSnapshot} from '../../machines/player/playback'
import type {PlayerRef} from '../../machines/player/player'
import css from './PlayerScreen.module.css'
import {texts} from './texts'

/** Says why no video is on screen. */
export function DarkScreen({player, playback}: {player: PlayerRef; playback: PlaybackRef}) {
  const reason = useSelector(playback, darkReason)
  const isListed = useSelector(player, snapshot => snapshot.context.list !== null)
  const ready = useSelector(player, snapshot => snapshot.context.report.ready)
  const files = useSelector(player, snapshot => snapshot.context.report.files)
  const missing = useSelector(player, snapshot => Object.keys(snapshot.context.fileFaults).length)
  const name = useSelector(player, snapshot => snapshot.context.pairing?.deviceName ?? '')
  if (reason === null) return null
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
