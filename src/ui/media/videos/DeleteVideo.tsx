import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {VideoUses} from '../../../domain/media/video'
import type {VideoDeletionRef} from '../../../machines/media/videoDeletion'
import {useApplication} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import styles from './ServerVideos.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.deletion

/** Says what a deletion changes before it happens. */
export function DeleteVideo({deletion}: {deletion: VideoDeletionRef}) {
  const {video, uses, message} = useSelector(deletion, s => s.context)
  const isAsking = useSelector(deletion, s => s.matches('asking'))
  const isCounting = useSelector(deletion, s => s.matches('counting'))
  const close = () => deletion.send({type: 'dialog.closed'})
  return (
    <PlainDialog title={texts.heading} place="middle" onClose={close}>
      <div className={dialog.dialog}>
        {message !== null && <FormMessage kind="failed" message={message} />}
        <p>
          <strong>
            <bdi>{video.name}</bdi>
          </strong>
        </p>
        <ul className={styles.consequences} aria-live="polite">
          {isCounting ? <li>{texts.counting}</li> : <Consequences uses={uses} />}
          <li>{texts.forever}</li>
        </ul>
        <div className={dialog.buttons}>
          <Button variant="default" data-autofocus onClick={close}>
            {buttons.cancel}
          </Button>
          <Button
            color="red"
            aria-disabled={!isAsking}
            aria-busy={!isAsking}
            onClick={() => deletion.send({type: 'deletion.confirmed'})}
          >
            {texts.confirm}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}

function Consequences({uses}: {uses: VideoUses | null}) {
  const {formats} = useApplication()
  if (uses === null) return <li>{texts.unknown}</li>
  const {playlists, assignments} = uses
  if (playlists + assignments === 0) return <li>{texts.unused}</li>
  return (
    <>
      {playlists > 0 && <li>{texts.playlists(formats.exact(playlists), playlists === 1)}</li>}
      {assignments > 0 && <li>{texts.assignments(formats.exact(assignments), assignments === 1)}</li>}
    </>
  )
}
