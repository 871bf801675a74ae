import {useActorRef, useSelector} from '@xstate/react'
import type {PlaysLogic} from '../../../machines/media/plays'
import type {PreviewLogic} from '../../../machines/media/preview'
import type {UploadsRef} from '../../../machines/media/uploads'
import type {VideosLogic} from '../../../machines/media/videos'
import {useApplication} from '../../kit/application'
import {texts as common} from '../../texts'
import {Plays} from '../plays/Plays'
import {Preview} from '../preview/Preview'
import {UploadVideo} from '../uploads/UploadVideo'
import {ServerVideos} from '../videos/ServerVideos'
import styles from './MediaScreen.module.css'

/** What the parts of the screen that show videos are made of. */
export interface VideoParts {
  videos: VideosLogic
  preview: PreviewLogic
  plays: PlaysLogic
  /** Of whoever is signed in, on whatever screen. */
  uploads: UploadsRef
}

export function MediaScreen({logic}: {logic: VideoParts}) {
  const {session} = useApplication()
  const organisationId = useSelector(session, ({context}) => context.user?.organisationId ?? null)
  return organisationId === null ? null : <Videos logic={logic} organisationId={organisationId} />
}

function Videos({logic, organisationId}: {logic: VideoParts; organisationId: string}) {
  const videos = useActorRef(logic.videos, {input: {organisationId}})
  const preview = useActorRef(logic.preview)
  const selectedId = useSelector(preview, ({context}) => context.video?.id ?? null)
  return (
    <div className={styles.screen}>
      <h1 className={styles.heading}>{common.navigation.dashboard}</h1>
      <UploadVideo uploads={logic.uploads} videos={videos} />
      <div className={styles.columns}>
        <ServerVideos
          videos={videos}
          selectedId={selectedId}
          onSelected={video => preview.send({type: 'video.chosen', video})}
          assignment={null}
        />
        <Preview preview={preview} />
      </div>
      <Plays logic={logic.plays} organisationId={organisationId} />
    </div>
  )
}
