import {useSelector} from '@xstate/react'
import type {PlaylistChange} from '../../../../contract/rules/lists/playlistChange'
import type {MediaRef} from '../../../machines/media/media'
import type {PlaylistHistoryRef} from '../../../machines/media/playlistHistory'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import {TimeText} from '../../kit/text/TimeText'
import listStyles from '../screen/List.module.css'
import {texts} from '../texts'
import styles from './PlaylistHistory.module.css'
import {videoNameIn} from './VideoName'

/** Who has changed the playlist of the chosen device, when, and how. */
export function PlaylistHistory({media}: {media: MediaRef}) {
  const history = useSelector(media, s => s.children.history)
  const device = useSelector(media, s => s.context.devices.find(({id}) => id === s.context.view.deviceId)?.name)
  if (history === undefined) return null
  return (
    <PlainDialog
      title={texts.history.title(device ?? '')}
      place="middle"
      onClose={() => media.send({type: 'history.closed'})}
    >
      <Edits media={media} history={history} />
    </PlainDialog>
  )
}

function Edits({media, history}: {media: MediaRef; history: PlaylistHistoryRef}) {
  const videos = useSelector(
    useSelector(media, s => s.children.videos),
    snapshot => snapshot,
  )
  const edits = useSelector(history, s => s.context.value)
  const message = useSelector(history, s => s.context.message)
  const {isFailed, isRetrying} = useResource(history)
  const wordsOf = ({kind, ids, count}: PlaylistChange) =>
    texts.history[kind](
      [ids.map(id => videoNameIn(videos, id)).join(', '), count > ids.length && texts.history.more(count - ids.length)]
        .filter(Boolean)
        .join(' '),
    )
  if (isFailed) {
    return (
      <div role="alert">
        <p>{message}</p>
        <RetryButton isBusy={isRetrying} onClick={() => history.send({type: 'retry.requested'})} />
      </div>
    )
  }
  if (edits === null) return <p role="status">{texts.history.loading}</p>
  if (edits.length === 0) return <p>{texts.history.empty}</p>
  return (
    <ol className={styles.edits} aria-label={texts.history.open}>
      {edits.map(({at, name, changes}, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be of the same moment
        <li key={nth}>
          <span className={listStyles.dim}>
            <TimeText at={at} />
          </span>
          <span>
            <bdi className={styles.name}>{name ?? texts.history.somebody}</bdi>
            <span className={styles.changes}>
              {changes === null ? texts.history.unsaid : changes.map(wordsOf).join(' · ') || texts.history.unchanged}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
