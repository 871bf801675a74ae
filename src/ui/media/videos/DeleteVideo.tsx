import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {VideoUses} from '../../../domain/media/video'
import type {VideosRef} from '../../../machines/media/videos'
import {useApplication} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import styles from './ServerVideos.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.deletion

/** Says what a deletion changes before it happens. */
export function DeleteVideo({videos}: {videos: VideosRef}) {
  const deletion = useSelector(videos, ({context}) => context.deletion)
  const isAsking = useSelector(videos, s => s.matches({deletion: 'asking'}))
  const isCounting = useSelector(videos, s => s.matches({deletion: 'counting'}))
  if (deletion === null) return null
  const close = () => videos.send({type: 'dialog.closed'})
  return (
    <PlainDialog title={texts.heading} place="middle" onClose={close}>
      <div className={dialog.dialog}>
        {deletion.message !== null && <FormMessage kind="failed" message={deletion.message} />}
        <p>
          <strong>
            <bdi>{deletion.video.name}</bdi>
          </strong>
        </p>
        <ul className={styles.consequences} aria-live="polite">
          {isCounting ? <li>{texts.counting}</li> : <Consequences uses={deletion.uses} />}
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
            onClick={() => videos.send({type: 'deletion.confirmed'})}
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
