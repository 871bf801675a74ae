import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {bytesText} from '../../../domain/media/measures'
import type {DeletedVideo} from '../../../domain/media/video'
import type {DeletedVideosRef} from '../../../machines/media/deletedVideos'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import styles from './DeletedVideos.module.css'
import {texts} from './texts'

/** The videos that can be had back for a while. Without any, nothing is shown. */
export function DeletedVideos({media}: {media: MediaRef}) {
  const entries = useSelector(media, s => s.children.deletedVideos)
  return entries === undefined ? null : <Deleted entries={entries} />
}

interface Props {
  entries: DeletedVideosRef
}

function Deleted({entries}: Props) {
  const count = useSelector(entries, s => s.context.loaded.length)
  const {isFailed, isRetrying} = useFailure(entries)
  if (isFailed) {
    return (
      <div role="alert" className={styles.hint}>
        <p>{texts.bin.failed}</p>
        <RetryButton isBusy={isRetrying} onClick={() => entries.send({type: 'retry.requested'})} />
      </div>
    )
  }
  return count === 0 ? null : <Bin entries={entries} />
}

/** A line at the foot of the library, which opens over the list, so that a mistake is found again and nothing moves. */
function Bin({entries}: Props) {
  const {formats} = useApplication()
  const videos = useSelector(entries, s => s.context.loaded)
  const message = useSelector(entries, s => s.context.unread?.message ?? s.context.message)
  const isAsking = useSelector(entries, s => s.matches({loaded: {dialog: 'deleting'}}))
  const size = videos.reduce((sum, {size}) => sum + size, 0)
  return (
    <details className={styles.bin}>
      <summary>{texts.bin.summary(formats.exact(videos.length), bytesText(size, formats))}</summary>
      <div className={styles.content}>
        <p className={styles.hint}>{texts.bin.hint}</p>
        {message !== null && !isAsking && <FormMessage kind="failed" message={message} />}
        <ul aria-label={texts.bin.list}>
          {videos.map(video => (
            <DeletedRow key={video.id} entries={entries} video={video} />
          ))}
        </ul>
      </div>
      {isAsking && <Purge entries={entries} />}
    </details>
  )
}

function DeletedRow({entries, video}: Props & {video: DeletedVideo}) {
  const {formats} = useApplication()
  const isBusy = useSelector(entries, s => s.hasTag('busy'))
  return (
    <li className={styles.row}>
      <bdi className={styles.name}>{video.name}</bdi>
      <span className={styles.hint}>{texts.bin.until(formats.time(video.restorableUntil, 'minute'))}</span>
      <span className={styles.tools}>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.bin.restoreOne(video.name)}
          aria-disabled={isBusy}
          onClick={() => entries.send({type: 'act.requested', act: video})}
        >
          {texts.bin.restore}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={texts.bin.purgeOne(video.name)}
          onClick={() => entries.send({type: 'deletion.requested', row: video})}
        >
          {texts.bin.purge}
        </Button>
      </span>
    </li>
  )
}

function Purge({entries}: Props) {
  const name = useSelector(entries, s => s.context.chosen?.name ?? '')
  const message = useSelector(entries, s => s.context.message)
  const isBusy = useSelector(entries, s => s.hasTag('busy'))
  const close = () => entries.send({type: 'dialog.closed'})
  return (
    <PlainDialog title={texts.bin.purgeOne(name)} place="middle" onClose={close}>
      <div className={dialog.dialog}>
        <p>{texts.deletion.forever}</p>
        {message !== null && <FormMessage kind="failed" message={message} />}
        <div className={dialog.buttons}>
          <Button variant="default" data-autofocus onClick={close}>
            {buttons.cancel}
          </Button>
          <Button color="red" aria-busy={isBusy} onClick={() => entries.send({type: 'deletion.confirmed'})}>
            {texts.bin.purge}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}
