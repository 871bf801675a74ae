import {useSelector} from '@xstate/react'
import {mayArrange} from '../../../domain/user'
import type {IdsRef, PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {IconClose, IconPlus} from '../../kit/mark/icons'
import {Column, Hint} from '../screen/Column'
import styles from '../screen/List.module.css'
import {texts} from '../texts'
import {ListState} from './ListState'
import {Tool} from './Tool'
import {Thumbnail, useVideoName} from './VideoName'

/** The videos that the chosen device may play. */
export function AssignedColumn({media}: {media: MediaRef}) {
  const assigned = useSelector(media, s => s.children.assigned)
  const playlist = useSelector(media, s => s.children.playlist)
  return (
    <Column area="assigned" title={texts.assigned.title}>
      {assigned === undefined || playlist === undefined ? (
        <Hint>{texts.assigned.chooseDevice}</Hint>
      ) : (
        <Assigned media={media} assigned={assigned} playlist={playlist} />
      )}
    </Column>
  )
}

interface Props {
  media: MediaRef
  assigned: IdsRef
  playlist: PlaylistRef
}

function Assigned({media, assigned, playlist}: Props) {
  const ids = useSelector(assigned, s => s.context.shown.items)
  const mayChange = useSelector(media, s => mayArrange(s.context.user))
  return (
    <ListState list={assigned} mayReplace={mayChange}>
      {ids.length === 0 && <Hint>{texts.assigned.empty}</Hint>}
      <ul>
        {ids.map(id => (
          <AssignedVideo key={id} media={media} assigned={assigned} playlist={playlist} id={id} mayChange={mayChange} />
        ))}
      </ul>
    </ListState>
  )
}

function AssignedVideo({media, assigned, playlist, id, mayChange}: Props & {id: string; mayChange: boolean}) {
  const videos = useSelector(media, s => s.children.videos)
  const name = useVideoName(videos, id)
  const isChosen = useSelector(media, s => s.context.view.videoId === id)
  const isPlayed = useSelector(playlist, s => s.context.shown.items.some(({assetId}) => assetId === id))
  const mayAdd = useSelector(playlist, s => s.can({type: 'intent.added', intent: {kind: 'add', assetId: id}}))
  return (
    <li className={styles.item} data-video={id}>
      <button
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        onClick={() => media.send({type: 'view.changed', change: {videoId: id}})}
      >
        <Thumbnail videos={videos} id={id} />
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
      </button>
      {mayChange && (
        <>
          <Tool
            name={texts.assigned.add(name)}
            disabled={isPlayed || !mayAdd}
            onClick={() => playlist.send({type: 'intent.added', intent: {kind: 'add', assetId: id}})}
          >
            <IconPlus size={16} aria-hidden />
          </Tool>
          <Tool
            name={texts.assigned.remove(name)}
            onClick={() => assigned.send({type: 'intent.added', intent: {kind: 'remove', id}})}
          >
            <IconClose size={16} aria-hidden />
          </Tool>
        </>
      )}
    </li>
  )
}
