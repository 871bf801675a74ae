import {useSelector} from '@xstate/react'
import type {Formats} from '../../domain/format/formats'
import type {FilesRef} from '../../machines/player/files'
import type {NotesRef} from '../../machines/player/notes'
import type {PlayerRef} from '../../machines/player/player'
import css from './PlayerScreen.module.css'
import {texts} from './texts'

interface Props {
  player: PlayerRef
  files: FilesRef
  notes: NotesRef
  formats: Formats
}

/** The notes for a person who looks after the screen. They are beneath the video and never upon it. */
export function Notes({player, files, notes, formats}: Props) {
  const isShown = useSelector(notes, snapshot => snapshot.matches('shown'))
  const isRevoked = useSelector(player, snapshot => snapshot.matches({paired: {access: 'revoked'}}))
  const offlineSince = useSelector(player, ({context}) => context.missedSince)
  const isInsecure = useSelector(files, snapshot => snapshot.matches({notKept: 'insecure'}))
  const isNotKeptYet = useSelector(files, snapshot => snapshot.matches({notKept: 'notYet'}))
  if (!isShown || (!isRevoked && offlineSince === null && !isInsecure && !isNotKeptYet)) return null
  const playsOn = isInsecure || isNotKeptYet ? null : texts.note.playsOn
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
      {isNotKeptYet && <p>{texts.note.notKeptYet}</p>}
    </div>
  )
}
