import {useSelector} from '@xstate/react'
import type {ReactNode, SyntheticEvent} from 'react'
import {PREVIEW_SIZES, type PreviewSize} from '../../../domain/media/preview'
import type {PreviewRef, PreviewSnapshot} from '../../../machines/media/preview'
import type {VideosRef} from '../../../machines/media/videos'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Panel} from '../../kit/Panel'
import {VideoMarks} from '../videos/VideoMarks'
import {Frame} from './Frame'
import styles from './Preview.module.css'
import {texts} from './texts'

interface Props {
  preview: PreviewRef
  videos: VideosRef | undefined
  /** The playlist while it plays, and what can be done. */
  children: ReactNode
}

/** The chosen video or the playlist, in one of the fixed sizes, as far as there is room. */
export function Preview({preview, videos, children}: Props) {
  const isPlaylist = useSelector(preview, s => s.matches('playlist'))
  return (
    <Panel title={texts.heading} actions={<Sizes preview={preview} />}>
      {!isPlaylist && <ChosenVideo preview={preview} videos={videos} />}
      {children}
    </Panel>
  )
}

function ChosenVideo({preview, videos}: Omit<Props, 'children'>) {
  const videoId = useSelector(preview, ({context}) => context.videoId)
  const video = useSelector(videos, s => s?.context.value?.videos.find(({id}) => id === videoId))
  const name = video?.name
  return (
    <>
      <Frame preview={preview}>
        <Content preview={preview} name={name ?? ''} />
      </Frame>
      {video !== undefined && <bdi className={styles.name}>{video.name}</bdi>}
      {video?.facts && <VideoMarks facts={video.facts} className={styles.marks} />}
    </>
  )
}

function Sizes({preview}: {preview: PreviewRef}) {
  const chosen = useSelector(preview, ({context}) => context.size)
  return (
    <fieldset className={styles.sizes} aria-label={texts.sizes}>
      {NAMES.map(size => {
        const {width, height} = PREVIEW_SIZES[size]
        return (
          <button
            key={size}
            type="button"
            aria-pressed={size === chosen}
            onClick={() => preview.send({type: 'size.chosen', size})}
            onKeyDown={({key}) => {
              if (key === 'Escape') preview.send({type: 'size.chosen', size: 'small'})
            }}
          >
            {texts.size(width, height)}
          </button>
        )
      })}
    </fieldset>
  )
}

const NAMES: readonly PreviewSize[] = ['small', 'medium', 'large']

function Content({preview, name}: {preview: PreviewRef; name: string}) {
  const state = useSelector(preview, ({value}) => (typeof value === 'string' ? value : 'shown'))
  const isTrying = useSelector(preview, s => s.matches('fetching') || s.matches({shown: 'opening'}))
  const message = useSelector(preview, ({context}) => context.message)
  const failed = useTried(state === 'failed', state === 'fetching')
  const unplayable = useTried(state === 'unplayable', isTrying)
  const isOver = failed.isFailed || unplayable.isFailed
  return (
    <>
      {isOver && (
        <div role="alert">
          <p>{failed.isFailed ? message : texts.unplayable}</p>
          <RetryButton
            isBusy={failed.isRetrying || unplayable.isRetrying}
            onClick={() => preview.send({type: 'retry.requested'})}
          />
        </div>
      )}
      {state === 'shown' && <Shown preview={preview} name={name} isHidden={isOver} />}
      {!isOver && <Placeholder state={state} />}
    </>
  )
}

type ContentState = Extract<PreviewSnapshot['value'], string> | 'shown'

/** Replaces a video that is neither shown nor has failed. */
function Placeholder({state}: {state: ContentState}) {
  switch (state) {
    case 'empty':
    case 'playlist':
      return <p>{texts.none}</p>
    case 'fetching':
      return <p role="status">{texts.loading}</p>
    case 'failed':
    case 'unplayable':
    case 'shown':
      return null
    default:
      return state satisfies never
  }
}

/** The failure stays in its place while it is tried again. */
function Shown({preview, name, isHidden}: {preview: PreviewRef; name: string; isHidden: boolean}) {
  const url = useSelector(preview, ({context}) => context.url)
  const begin = ({currentTarget}: SyntheticEvent<HTMLVideoElement>) => {
    const {startAt} = preview.getSnapshot().context
    if (startAt > 0) currentTarget.currentTime = startAt
    preview.send({type: 'playback.begun'})
  }
  return (
    <video
      key={url}
      hidden={isHidden}
      src={url ?? undefined}
      aria-label={texts.video(name)}
      controls
      autoPlay
      muted
      playsInline
      onLoadedData={begin}
      onError={({currentTarget}) => preview.send({type: 'playback.failed', at: currentTarget.currentTime})}
    />
  )
}
