import {ActionIcon, Button} from '@mantine/core'
import {memo} from 'react'
import {codecName} from '../../../../contract/rules/media/codecs'
import type {FaultyScreen} from '../../../domain/media/library'
import {bytesText, durationText} from '../../../domain/media/measures'
import type {Video} from '../../../domain/media/video'
import type {IdsRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {IconTrash, IconVideo} from '../../kit/mark/icons'
import {StatusMark} from '../../kit/mark/StatusMark'
import {TimeText} from '../../kit/text/TimeText'
import listStyles from '../screen/List.module.css'
import {texts} from './texts'
import {VideoMarks} from './VideoMarks'
import styles from './VideosColumn.module.css'

interface Props {
  media: MediaRef
  video: Video
  /** The index of the video in the list, starting at 0. */
  at: number
  isChosen: boolean
  isTicked: boolean
  isAssigned: boolean
  /** The videos of the chosen device; null while there is nothing that a video could be assigned to. */
  assigned: IdsRef | null
  /** The number of playlists that contain it; null while nobody knows. */
  lists: number | null
  /** Of what it is a fallback, in words. */
  fallbackOf: string | undefined
  /** The screens that do not play it. */
  faulty: readonly FaultyScreen[] | undefined
  /** The names of those that cannot decode it. */
  undecoding: readonly string[] | undefined
  measure: (row: HTMLElement | null) => void
}

/** A video with its picture and length, and what can be done with it. */
export const VideoRow = memo(function VideoRow(props: Props) {
  const {media, video, at, isChosen, isTicked, isAssigned, assigned, lists, fallbackOf, faulty, undecoding, measure} =
    props
  const {id, name} = video
  return (
    <tr
      ref={measure}
      className={styles.row}
      tabIndex={at === 0 ? 0 : -1}
      aria-rowindex={at + 2}
      aria-current={isChosen || undefined}
      data-index={at}
      data-video={id}
    >
      <th scope="row">
        <div className={styles.cell}>
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={texts.tick(name)}
              checked={isTicked}
              onChange={() => media.send({type: 'videos.ticked', videoIds: [id], isTicked: !isTicked})}
            />
          </label>
          <Picture video={video} />
          <button
            type="button"
            className={styles.pick}
            title={name}
            aria-pressed={isChosen}
            onClick={() => media.send({type: 'view.changed', change: {videoId: id}})}
          >
            <bdi>{name}</bdi>
          </button>
          <Facts video={video} lists={lists} />
          {video.facts !== null && <VideoMarks facts={video.facts} className={styles.marks} />}
          <div className={styles.tools}>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={isAssigned ? texts.assignedOne(name) : texts.assignOne(name)}
              disabled={assigned === null || isAssigned}
              onClick={() => assigned?.send({type: 'intent.added', intent: {kind: 'add', id}})}
            >
              {isAssigned ? texts.assigned : texts.assign}
            </Button>
            <ActionIcon
              variant="subtle"
              color="red"
              size="md"
              aria-label={texts.delete(name)}
              onClick={() => media.send({type: 'deletion.opened', videos: [video]})}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
          {(faulty !== undefined || undecoding !== undefined || fallbackOf !== undefined) && (
            <div className={styles.notes}>
              <Unfit faulty={faulty} undecoding={undecoding} codec={video.facts?.codec ?? ''} />
              {fallbackOf !== undefined && (
                <span className={styles.dim} title={texts.fallbackOf(fallbackOf)}>
                  {texts.fallbackOf(fallbackOf)}
                </span>
              )}
            </div>
          )}
        </div>
      </th>
    </tr>
  )
})

function Picture({video: {thumbnailUrl}}: Pick<Props, 'video'>) {
  return (
    <span className={`${listStyles.thumbnail} ${styles.picture}`}>
      {thumbnailUrl === null ? <IconVideo size={18} /> : <img src={thumbnailUrl} alt="" loading="lazy" />}
    </span>
  )
}

/** The screens that do not play it as they have reported, or else those that have no decoder for it. */
function Unfit({faulty = [], undecoding = [], codec}: Pick<Props, 'faulty' | 'undecoding'> & {codec: string}) {
  const [reported] = faulty
  if (reported !== undefined)
    return (
      <span title={faulty.map(({name, fault}) => `${name}: ${fault}`).join('\n')}>
        <StatusMark status="warning">{texts.faulty(reported.name, faulty.length - 1)}</StatusMark>
      </span>
    )
  const [first] = undecoding
  if (first === undefined) return null
  return (
    <span title={undecoding.join('\n')}>
      <StatusMark status="warning">{texts.undecoded(first, undecoding.length - 1, codecName(codec))}</StatusMark>
    </span>
  )
}

function Facts({video: {duration, size, createdAt}, lists}: Pick<Props, 'video' | 'lists'>) {
  const {formats} = useApplication()
  const facts = [
    duration !== null && durationText(duration),
    size !== null && bytesText(size, formats),
    lists !== null && texts.inLists(lists),
  ]
  return (
    <span className={styles.facts}>
      {facts.filter(Boolean).join(' · ')}
      {createdAt !== null && (
        <span className={styles.date}>
          {' · '}
          <TimeText at={createdAt}>{formats.date(createdAt)}</TimeText>
        </span>
      )}
    </span>
  )
}
