import {Button, TextInput} from '@mantine/core'
import {type FormEvent, useState} from 'react'
import {minuteFrom, minuteText, type Schedule, scheduleFrom, whyNever} from '../../../../contract/rules/time/schedule'
import type {EpochMs, Json} from '../../../../contract/wire/common'
import {dayTimeFrom} from '../../../domain/format/times'
import {useApplication} from '../../kit/application'
import {DaysField} from '../../kit/form/DaysField'
import {DESCRIBED_BELOW, focusFirst} from '../../kit/form/fields'
import {DayTimeField} from '../../kit/form/MinuteField'
import {buttons} from '../../kit/text/texts'
import styles from '../screen/Dialog.module.css'
import {texts} from '../texts'
import {dateText} from './scheduleText'

interface Props {
  schedule: Schedule
  /** The zone that the screen has reported; null as long as it has not. */
  zone: string | null
  /** Null means always. */
  onChosen: (schedule: Schedule | null) => void
}

interface Draft {
  from: string
  until: string
  days: readonly number[]
  since: string
  through: string
}

type Problems = Partial<Record<keyof Draft, string>>

/** When the video is played. What can't be read, or never comes, is said at its field and not saved. */
export function ScheduleForm({schedule, zone, onChosen}: Props) {
  const {formats, now, zone: ownZone} = useApplication()
  const [draft, setDraft] = useState(() => draftOf(schedule))
  const [problems, setProblems] = useState<Problems>({})
  const change = (changed: Partial<Draft>) => setDraft({...draft, ...changed})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(draft, now(), zone ?? ownZone)
    setProblems(found)
    if (Object.keys(found).length === 0) onChosen(scheduleOf(draft))
    else focusFirst(event.currentTarget, Object.keys(found))
  }
  const fieldOf = (name: Exclude<keyof Draft, 'days'>) => ({
    name,
    label: texts.schedule[name],
    value: draft[name],
    error: problems[name],
    onChange: ({currentTarget: {value}}: {currentTarget: {value: string}}) => change({[name]: value}),
  })
  return (
    <form className={styles.dialog} onSubmit={submit}>
      <p>{zone === null ? texts.schedule.ownZone : texts.schedule.zone(zone.replaceAll('_', ' '))}</p>
      <div className={styles.pair}>
        {TIMES.map(name => (
          <DayTimeField key={name} {...fieldOf(name)} placeholder={EXAMPLES[name]} />
        ))}
      </div>
      <DaysField
        name="days"
        label={texts.schedule.days}
        className={styles.days}
        error={problems.days}
        days={draft.days}
        onChosen={days => change({days})}
      />
      <div className={styles.pair}>
        {DATES.map(name => (
          <TextInput
            key={name}
            type="date"
            {...fieldOf(name)}
            // The browser's field writes days by its own locale.
            description={draft[name] !== '' && dateText(draft[name], formats)}
            inputWrapperOrder={DESCRIBED_BELOW}
          />
        ))}
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

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]
const TIMES = ['from', 'until'] as const
const DATES = ['since', 'through'] as const
const EXAMPLES = {from: '08:00', until: '18:00'}

const draftOf = ({from, until, days, since, through}: Schedule): Draft => ({
  from: from === null ? '' : minuteText(from),
  until: until === null ? '' : minuteText(until),
  days: days ?? ALL_DAYS,
  since: since ?? '',
  through: through ?? '',
})

const scheduleOf = ({from, until, days, since, through}: Draft): Schedule | null =>
  scheduleFrom({from: dayTimeFrom(from), until: dayTimeFrom(until), days: [...days], since, through})

function problemsOf(draft: Draft, at: EpochMs, zone: string): Problems {
  const unread = TIMES.filter(name => isUnread(dayTimeFrom(draft[name])))
  const schedule = scheduleOf(draft)
  if (unread.length > 0) return Object.fromEntries(unread.map(name => [name, texts.schedule.unread(EXAMPLES[name])]))
  if (schedule?.from !== undefined && schedule.from !== null && schedule.from === schedule.until) {
    return {until: texts.schedule.sameTime}
  }
  const never = whyNever(schedule, at, zone)
  return never === null ? {} : {[FIELDS[never.why]]: texts.schedule[never.why]}
}

const isUnread = (time: Json): boolean => time !== null && minuteFrom(time) === null

/** The field at which it is said why a schedule never comes. */
const FIELDS = {noDays: 'days', reversed: 'through', ended: 'through', noSuchTime: 'days'} as const
