import {ActionIcon, Button} from '@mantine/core'
import {bytesText, durationText} from '../../../domain/media/measures'
import type {Video} from '../../../domain/media/video'
import {useApplication} from '../../kit/application'
import {IconTrash, IconVideo} from '../../kit/mark/icons'
import {TimeText} from '../../kit/text/TimeText'
import styles from './ServerVideos.module.css'
import {texts} from './texts'

interface Props {
  video: Video
  isSelected: boolean
  isAssigned: boolean
  onSelected: () => void
  /** Null while there is nothing that it could be assigned to. */
  onAssigned: (() => void) | null
  onDeleted: () => void
}

export function VideoCard({video, isSelected, isAssigned, onSelected, onAssigned, onDeleted}: Props) {
  const {formats} = useApplication()
  const {name, duration, size, createdAt, thumbnailUrl} = video
  return (
    <li className={styles.card} data-selected={isSelected || undefined}>
      <button type="button" className={styles.pick} aria-pressed={isSelected} onClick={onSelected}>
        <span className={styles.picture}>
          {thumbnailUrl === null ? <IconVideo size={28} /> : <img src={thumbnailUrl} alt="" loading="lazy" />}
          {duration !== null && <span className={styles.duration}>{durationText(duration)}</span>}
        </span>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
      </button>
      <p className={styles.quiet}>
        {size !== null && `${bytesText(size, formats)} · `}
        {createdAt !== null && <TimeText at={createdAt}>{formats.date(createdAt)}</TimeText>}
      </p>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={isAssigned ? texts.assignedOne(name) : texts.assignOne(name)}
          disabled={onAssigned === null || isAssigned}
          onClick={() => onAssigned?.()}
        >
          {isAssigned ? texts.assigned : texts.assign}
        </Button>
        <ActionIcon variant="subtle" color="red" size="lg" aria-label={texts.delete(name)} onClick={onDeleted}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </li>
  )
}
