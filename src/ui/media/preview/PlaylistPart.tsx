import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import type {PreviewRef} from '../../../machines/media/preview'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {Frame} from './Frame'
import type {PlaylistPreviewProps} from './PlaylistPreview'
import {texts} from './texts'

export type LoadPlaylistPreview = () => Promise<ComponentType<PlaylistPreviewProps>>

interface Props {
  media: MediaRef
  preview: PreviewRef
  load: LoadPlaylistPreview
}

/** The playlist of the chosen device, while it plays, and the button that starts and stops it. */
export function PlaylistPart({media, preview, load}: Props) {
  const playlist = useSelector(media, s => s.children.playlist)
  return playlist === undefined ? null : <OfDevice media={media} preview={preview} load={load} playlist={playlist} />
}

function OfDevice({media, preview, load, playlist}: Props & {playlist: PlaylistRef}) {
  const isPlaying = useSelector(preview, s => s.matches('playlist'))
  const isEmpty = useSelector(playlist, s => s.context.shown.items.length === 0)
  const videos = useSelector(media, s => s.children.videos)
  const zone = useScreenZone(media, playlist)
  return (
    <>
      {isPlaying && (
        <LazyPart load={load} waiting={<Opening preview={preview} />}>
          {PlaylistPreview => (
            <PlaylistPreview key={zone} preview={preview} playlist={playlist} videos={videos} zone={zone} />
          )}
        </LazyPart>
      )}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        me="xs"
        disabled={isEmpty && !isPlaying}
        onClick={() => (isPlaying ? preview.send({type: 'playlist.left'}) : media.send({type: 'playlist.previewed'}))}
      >
        {isPlaying ? texts.stop : texts.play}
      </Button>
    </>
  )
}

function Opening({preview}: {preview: PreviewRef}) {
  return (
    <Frame preview={preview}>
      <p role="status">{texts.opening}</p>
    </Frame>
  )
}

/** A screen that doesn't tell its zone is taken to be where this browser is. */
function useScreenZone(media: MediaRef, playlist: PlaylistRef): string {
  const {zone: own} = useApplication()
  const status = useSelector(media, s => s.children.status)
  const deviceId = useSelector(playlist, s => s.context.owner.id)
  return useSelector(status, s => s?.context.reports.get(deviceId)?.zone ?? own)
}
