import {useSelector} from '@xstate/react'
import type {FilesRef} from '../../machines/player/files'
import type {PlayerRef, PlayerSnapshot} from '../../machines/player/player'
import css from './PlayerScreen.module.css'
import {texts} from './texts'

/** What somebody in front of the screen should know. It stands beneath the video and never upon it. */
export function Notes({player, files}: {player: PlayerRef; files: FilesRef}) {
  const isRevoked = useSelector(player, snapshot => snapshot.matches({paired: {access: 'revoked'}}))
  const offlineSince = useSelector(player, offlineTime)
  const isInsecure = useSelector(files, snapshot => snapshot.matches({notKept: 'insecure'}))
  const isNotKeptYet = useSelector(files, snapshot => snapshot.matches({notKept: 'notYet'}))
  if (!isRevoked && offlineSince === null && !isInsecure && !isNotKeptYet) return null
  return (
    <div className={css.notes} role="status">
      {isRevoked && (
        <p>
          {texts.note.revoked}
          <button type="button" onClick={() => player.send({type: 'pairing.requested'})}>
            {texts.note.pairAgain}
          </button>
        </p>
      )}
      {offlineSince !== null && <p>{texts.note.offline(offlineSince)}</p>}
      {isInsecure && <p>{texts.note.insecure}</p>}
      {isNotKeptYet && <p>{texts.note.notKeptYet}</p>}
    </div>
  )
}

function offlineTime({context: {missedSince, zone}}: PlayerSnapshot): string | null {
  if (missedSince === null) return null
  return new Intl.DateTimeFormat(undefined, {dateStyle: 'short', timeStyle: 'short', timeZone: zone}).format(
    missedSince,
  )
}
