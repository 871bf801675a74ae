import {Button, Checkbox, TextInput} from '@mantine/core'
import type {FormEvent} from 'react'
import type {PlaylistItem} from '../../../../contract/rules/playlist'
import {ALWAYS, minuteText, type Schedule, scheduleFrom} from '../../../../contract/rules/schedule'
import type {PlaylistRef} from '../../../machines/media/lists'
import {IconClock} from '../../kit/icons'
import {PopoverButton} from '../../kit/PopoverButton'
import styles from '../screen/Media.module.css'
import {texts} from '../texts'

interface Props {
  playlist: PlaylistRef
  item: PlaylistItem
  name: string
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Says on which hours and days the video is played. */
export function ScheduleButton({playlist, item: {assetId, schedule}, name}: Props) {
  const wish = (wanted: Schedule | null) =>
    playlist.send({type: 'wish.made', wish: {kind: 'schedule', assetId, schedule: wanted}})
  const submit = (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault()
    wish(scheduleOf(new FormData(event.currentTarget)))
    close()
  }
  const {from, until, days, since, through} = schedule ?? ALWAYS
  return (
    <span className={styles.schedule} data-limited={schedule !== null || undefined}>
      <PopoverButton
        label={texts.playlist.hours(name)}
        title={texts.playlist.hours(name)}
        icon={<IconClock size={16} aria-hidden />}
      >
        {close => (
          <form className={styles.dialog} onSubmit={event => submit(event, close)}>
            <p>{texts.schedule.zone}</p>
            <div className={styles.pair}>
              <TextInput
                type="time"
                name="from"
                label={texts.schedule.from}
                defaultValue={from === null ? '' : minuteText(from)}
              />
              <TextInput
                type="time"
                name="until"
                label={texts.schedule.until}
                defaultValue={until === null ? '' : minuteText(until)}
              />
            </div>
            <Checkbox.Group label={texts.schedule.days} defaultValue={(days ?? DAYS).map(String)}>
              <div className={styles.days}>
                {texts.schedule.dayNames.split(' ').map((day, at) => (
                  <Checkbox key={day} name="days" value={String(at + 1)} label={day} />
                ))}
              </div>
            </Checkbox.Group>
            <div className={styles.pair}>
              <TextInput type="date" name="since" label={texts.schedule.since} defaultValue={since ?? ''} />
              <TextInput type="date" name="through" label={texts.schedule.through} defaultValue={through ?? ''} />
            </div>
            <div className={styles.buttons}>
              <Button
                variant="default"
                onClick={() => {
                  wish(null)
                  close()
                }}
              >
                {texts.schedule.clear}
              </Button>
              <Button type="submit">{texts.save}</Button>
            </div>
          </form>
        )}
      </PopoverButton>
    </span>
  )
}

/** What can't be read does not restrict, as for the players. */
function scheduleOf(form: FormData): Schedule | null {
  const text = (name: string) => String(form.get(name) ?? '') || null
  return scheduleFrom({
    from: text('from'),
    until: text('until'),
    days: form.getAll('days').map(Number),
    since: text('since'),
    through: text('through'),
  })
}
