import {useSelector} from '@xstate/react'
import {bytesText} from '../../../domain/media/measures'
import type {Refusal} from '../../../domain/media/upload'
import {type Room, UNKNOWN_ROOM} from '../../../domain/media/video'
import type {UploadsRef} from '../../../machines/media/uploads'
import type {VideosRef} from '../../../machines/media/videos'
import {useApplication} from '../../kit/application'
import {DropZone} from '../../kit/form/DropZone'
import {FormMessage} from '../../kit/form/FormMessage'
import {LazyPart} from '../../kit/loading/LazyPart'
import {texts} from './texts'
import styles from './Uploads.module.css'

/** Takes videos, and shows how far those are that are on their way to the server. */
export function UploadVideo({uploads, videos}: {uploads: UploadsRef; videos: VideosRef}) {
  const hasAny = useSelector(uploads, ({context: {uploads, unfinished}}) => uploads.length + unfinished.length > 0)
  return (
    <div className={styles.content}>
      <DropZone
        label={texts.zone}
        text={texts.drop}
        button={texts.button}
        accept="video/*"
        isMultiple
        onFiles={files => upload({uploads, videos}, files)}
      />
      <Refused uploads={uploads} />
      {hasAny && (
        <LazyPart load={uploadList} waiting="">
          {UploadList => <UploadList uploads={uploads} />}
        </LazyPart>
      )}
    </div>
  )
}

/** Uploads files, as far as the organisation has room for them. */
export const upload = (
  {uploads, videos}: {uploads: UploadsRef; videos: VideosRef | undefined},
  files: readonly File[],
) => uploads.send({type: 'files.chosen', files, room: videos?.getSnapshot().context.value?.room ?? UNKNOWN_ROOM})

const uploadList = async () => (await import('./UploadList')).UploadList

function Refused({uploads}: {uploads: UploadsRef}) {
  const {formats} = useApplication()
  const {isNothing, files, room} = useSelector(uploads, ({context}) => context.refused)
  const chosen = useSelector(uploads, ({context}) => context.choices)
  if (isNothing) return <FormMessage key={chosen} kind="failed" message={texts.required} />
  if (files.length === 0) return null
  const hint = hintOf(
    files.map(({why}) => why),
    room,
    bytes => bytesText(bytes, formats),
  )
  const message = files.map(({name, why}) => `${name} ${texts.refused[why]}`).join('\n')
  return <FormMessage key={chosen} kind="failed" message={message} hint={hint} />
}

function hintOf(reasons: readonly Refusal[], {fileLimit, used, quota}: Room, sizeOf: (bytes: number) => string) {
  if (reasons.includes('tooLarge') && fileLimit !== null) return texts.atMost(sizeOf(fileLimit))
  return reasons.includes('noRoom') && used !== null && quota !== null ? texts.used(sizeOf(used), sizeOf(quota)) : null
}
