import {useSortable} from '@dnd-kit/sortable'
import {CSS} from '@dnd-kit/utilities'
import {useSelector} from '@xstate/react'
import type {PlaylistIntent, PlaylistItem} from '../../../../contract/rules/lists/playlist'
import {ALWAYS, type Schedule} from '../../../../contract/rules/time/schedule'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {LazyPart} from '../../kit/loading/LazyPart'
import {IconArrowDown, IconArrowUp, IconClock, IconClose, IconGrip} from '../../kit/mark/icons'
import {StatusMark} from '../../kit/mark/StatusMark'
import {PopoverButton} from '../../kit/menu/PopoverButton'
import styles from '../screen/List.module.css'
import {texts} from '../texts'
import {Tool} from './Tool'
import {useVideoName} from './VideoName'

interface Props {
  media: MediaRef
  playlist: PlaylistRef
  item: PlaylistItem
  at: number
  total: number
  mayChange: boolean
}

export function PlaylistRow({media, playlist, item, at, total, mayChange}: Props) {
  const {assetId} = item
  const videos = useSelector(media, s => s.children.videos)
  const name = useVideoName(videos, assetId)
  const isChosen = useSelector(media, s => s.context.view.videoId === assetId)
  const status = useSelector(media, s => s.children.status)
  const deviceId = useSelector(playlist, s => s.context.owner.id)
  const isPlaying = useSelector(status, s => s?.context.reports.get(deviceId)?.playing === assetId)
  const fault = useSelector(status, s => s?.context.reports.get(deviceId)?.faults[assetId])
  const sortable = useSortable({id: assetId, disabled: !mayChange})
  const intent = (made: PlaylistIntent) => () => playlist.send({type: 'intent.added', intent: made})
  const place = texts.playlist.place(at + 1, total)
  return (
    <li
      ref={sortable.setNodeRef}
      className={styles.item}
      data-video={assetId}
      data-dragged={sortable.isDragging || undefined}
      data-playing={isPlaying || undefined}
      style={{transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition}}
    >
      {mayChange && (
        // The buttons offer the keyboard's actions, so the handle is for pointers alone.
        <span className={styles.grip} title={texts.playlist.drag(name)} {...sortable.listeners}>
          <IconGrip size={16} aria-hidden />
        </span>
      )}
      <button
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        onClick={() => media.send({type: 'view.changed', change: {videoId: assetId}})}
      >
        <span className={styles.place}>{place}</span>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        {fault !== undefined && (
          <span className={styles.fault}>
            <StatusMark status="warning">{fault}</StatusMark>
          </span>
        )}
      </button>
      {mayChange && (
        <>
          <ScheduleButton playlist={playlist} item={item} name={name} />
          <Tool name={texts.playlist.up(name)} aria-disabled={at === 0} onClick={intent({kind: 'moveUp', assetId})}>
            <IconArrowUp size={16} aria-hidden />
          </Tool>
          <Tool
            name={texts.playlist.down(name)}
            aria-disabled={at === total - 1}
            onClick={intent({kind: 'moveDown', assetId})}
          >
            <IconArrowDown size={16} aria-hidden />
          </Tool>
          <Tool name={texts.playlist.remove(name)} onClick={intent({kind: 'remove', assetId})}>
            <IconClose size={16} aria-hidden />
          </Tool>
        </>
      )}
    </li>
  )
}

interface ScheduleButtonProps {
  playlist: PlaylistRef
  item: PlaylistItem
  name: string
}

/** Says on which hours and days the video is played. */
function ScheduleButton({playlist, item: {assetId, schedule}, name}: ScheduleButtonProps) {
  const intent = (requested: Schedule | null) =>
    playlist.send({type: 'intent.added', intent: {kind: 'schedule', assetId, schedule: requested}})
  return (
    <span className={styles.schedule} data-limited={schedule !== null || undefined}>
      <PopoverButton
        label={texts.playlist.hours(name)}
        title={texts.playlist.hours(name)}
        icon={<IconClock size={16} aria-hidden />}
      >
        {close => (
          <LazyPart load={scheduleForm} waiting="">
            {ScheduleForm => (
              <ScheduleForm
                schedule={schedule ?? ALWAYS}
                onChosen={requested => {
                  intent(requested)
                  close()
                }}
              />
            )}
          </LazyPart>
        )}
      </PopoverButton>
    </span>
  )
}

const scheduleForm = async () => (await import('./ScheduleForm')).ScheduleForm
