import type {PlaylistItem} from '../../../../contract/rules/lists/playlist'
import {ALWAYS, type Schedule} from '../../../../contract/rules/time/schedule'
import type {PlaylistRef} from '../../../machines/media/lists'
import {LazyPart} from '../../kit/loading/LazyPart'
import {IconClock} from '../../kit/mark/icons'
import {PopoverButton} from '../../kit/menu/PopoverButton'
import styles from '../screen/List.module.css'
import {texts} from '../texts'

interface Props {
  playlist: PlaylistRef
  item: PlaylistItem
  name: string
}

/** Says on which hours and days the video is played. */
export function ScheduleButton({playlist, item: {assetId, schedule}, name}: Props) {
  const intent = (wanted: Schedule | null) =>
    playlist.send({type: 'intent.added', intent: {kind: 'schedule', assetId, schedule: wanted}})
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
                onChosen={wanted => {
                  intent(wanted)
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
