import {Button, Checkbox, TextInput} from '@mantine/core'
import {type FormEvent, useState} from 'react'
import {minuteFrom, minuteText, type Schedule, scheduleFrom} from '../../../../contract/rules/time/schedule'
import {dayTimeFrom} from '../../../domain/format/times'
import {focusFirst, textOf} from '../../kit/form/fields'
import {DayTimeField} from '../../kit/form/MinuteField'
import {buttons, texts as kit} from '../../kit/text/texts'
import styles from '../screen/Dialog.module.css'
import {texts} from '../texts'

interface Props {
  schedule: Schedule
  /** Null means always. */
  onChosen: (schedule: Schedule | null) => void
}

/** When the video is played. A time that can't be read is said at its field. */
export function ScheduleForm({schedule: {days, since, through, ...times}, onChosen}: Props) {
  const [wrong, setWrong] = useState<readonly string[]>([])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const unread = TIMES.filter(name => form.get(name) !== '' && minuteFrom(dayTimeFrom(textOf(form, name))) === null)
    setWrong(unread)
    if (unread.length === 0) onChosen(scheduleOf(form))
    else focusFirst(event.currentTarget, unread)
  }
  return (
    <form className={styles.dialog} onSubmit={submit}>
      <p>{texts.schedule.zone}</p>
      <div className={styles.pair}>
        {TIMES.map(name => (
          <DayTimeField
            key={name}
            name={name}
            label={texts.schedule[name]}
            placeholder={EXAMPLES[name]}
            defaultValue={times[name] === null ? '' : minuteText(times[name])}
            error={wrong.includes(name) && texts.schedule.unread(EXAMPLES[name])}
          />
        ))}
      </div>
      <Checkbox.Group label={texts.schedule.days} defaultValue={(days ?? DAYS).map(String)}>
        <div className={styles.days}>
          {kit.dayNames.split(' ').map((day, at) => (
            <Checkbox key={day} name="days" value={String(at + 1)} label={day} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.pair}>
        <TextInput type="date" name="since" label={texts.schedule.since} defaultValue={since ?? ''} />
        <TextInput type="date" name="through" label={texts.schedule.through} defaultValue={through ?? ''} />
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => onChosen(null)}>
          {texts.schedule.clear}
        </Button>
        <Button type="submit">{buttons.save}</Button>
      </div>
    </form>
  )
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]
const TIMES = ['from', 'until'] as const
const EXAMPLES = {from: '08:00', until: '18:00'}

function scheduleOf(form: FormData): Schedule | null {
  return scheduleFrom({
    from: dayTimeFrom(textOf(form, 'from')),
    until: dayTimeFrom(textOf(form, 'until')),
    days: form.getAll('days').map(Number),
    since: textOf(form, 'since') || null,
    through: textOf(form, 'through') || null,
  })
}
