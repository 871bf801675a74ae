import {useSortable} from '@dnd-kit/sortable'
import {CSS} from '@dnd-kit/utilities'
import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {PlaylistIntent, PlaylistItem} from '../../../../contract/rules/lists/playlist'
import {faultsIn, shownItem} from '../../../../contract/rules/media/screenState'
import {ALWAYS, type Schedule, whyNever} from '../../../../contract/rules/time/schedule'
import type {EpochMs} from '../../../../contract/wire/common'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {IconArrowDown, IconArrowUp, IconClock, IconClose, IconGrip} from '../../kit/mark/icons'
import {StatusMark} from '../../kit/mark/StatusMark'
import {PopoverButton} from '../../kit/menu/PopoverButton'
import {stateIn} from '../devices/ScreenMark'
import styles from '../screen/List.module.css'
import {texts} from '../texts'
import {neverText, plannedText, scheduleText} from './scheduleText'
import {Tool} from './Tool'
import {useVideoName} from './VideoName'

export interface PlaylistRowProps {
  media: MediaRef
  playlist: PlaylistRef
  item: PlaylistItem
  at: number
  total: number
  deviceId: string
  /** The zone that the screen has reported; null as long as it has not. */
  zone: string | null
  /** The start of the present minute. */
  minute: EpochMs
  mayChange: boolean
}

/** One video of the playlist: when it is planned, whether it is on screen now, and what it can't do. */
export function PlaylistRow(props: PlaylistRowProps) {
  const {media, playlist, item, at, total, deviceId, zone, minute, mayChange} = props
  const {assetId} = item
  const videos = useSelector(media, s => s.children.videos)
  const name = useVideoName(videos, assetId)
  const isChosen = useSelector(media, s => s.context.view.videoId === assetId)
  const status = useSelector(media, s => s.children.status)
  const isPlaying = useSelector(status, s => s !== undefined && shownItem(stateIn(s, deviceId)) === assetId)
  const fault = useSelector(status, s => (s === undefined ? undefined : faultsIn(stateIn(s, deviceId))[assetId]))
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
        <Notes schedule={item.schedule} minute={minute} zone={zone} isPlaying={isPlaying} fault={fault} />
      </button>
      {mayChange && (
        <span className={styles.tools}>
          <ScheduleButton playlist={playlist} item={item} name={name} zone={zone} />
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
        </span>
      )}
    </li>
  )
}

interface NotesProps {
  schedule: Schedule | null
  minute: EpochMs
  zone: string | null
  isPlaying: boolean
  fault: string | undefined
}

/** States all that is known of a video in words. A list of a hundred is drawn at each step of a drag, these are not. */
const Notes = memo(function Notes({schedule, minute, zone, isPlaying, fault}: NotesProps) {
  const {formats, zone: ownZone} = useApplication()
  const never = whyNever(schedule, minute, zone ?? ownZone)
  return (
    <>
      {schedule !== null && (
        <span className={styles.note}>
          {[scheduleText(schedule, formats), zone === null ? '' : plannedText(schedule, minute, zone, formats)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {never !== null && (
        <span className={styles.note}>
          <StatusMark status="warning">{neverText(never, formats)}</StatusMark>
        </span>
      )}
      {isPlaying && (
        <span className={styles.note}>
          <StatusMark status="ok">{texts.playlist.onScreen}</StatusMark>
        </span>
      )}
      {fault !== undefined && (
        <span className={styles.note}>
          <StatusMark status="warning">{fault}</StatusMark>
        </span>
      )}
    </>
  )
})

interface ScheduleButtonProps {
  playlist: PlaylistRef
  item: PlaylistItem
  name: string
  zone: string | null
}

/** Says on which hours and days the video is played. */
function ScheduleButton({playlist, item: {assetId, schedule}, name, zone}: ScheduleButtonProps) {
  const intent = (requested: Schedule | null) =>
    playlist.send({type: 'intent.added', intent: {kind: 'schedule', assetId, schedule: requested}})
  return (
    <span className={styles.schedule} data-limited={schedule !== null || undefined}>
      <PopoverButton label={texts.playlist.hours(name)} place="side" icon={<IconClock size={16} aria-hidden />}>
        {close => (
          <LazyPart load={scheduleForm} waiting={<div className={styles.awaited} />}>
            {ScheduleForm => (
              <ScheduleForm
                schedule={schedule ?? ALWAYS}
                zone={zone}
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
