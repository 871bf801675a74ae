import {useSelector} from '@xstate/react'
import type {CalendarFile} from '../../../domain/alarms/onCall'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {DropZone} from '../../kit/form/DropZone'
import {useForm} from '../../kit/form/fields'
import {Picker} from '../../kit/picker/Picker'
import {useMinute} from '../logic'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** Asks for a calendar file, who is away at its times, and who covers. */
export function ImportFields({entries}: {entries: OnCallRef}) {
  const {formats} = useApplication()
  const {
    draft: {person, away, file, zone},
    change,
  } = useForm(entries)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const now = useMinute()
  const options = people
    .filter(({isPresent, id}) => isPresent || id === away)
    .map(({id, name}) => ({value: id, label: name}))
  const read = async (chosen: File) => change({file: await fileFrom(chosen, {zone, now})})
  return (
    <>
      <DropZone
        label={texts.import.file}
        text={texts.import.drop}
        button={texts.import.choose}
        accept=".ics,text/calendar"
        onFiles={([chosen]) => chosen !== undefined && void read(chosen)}
      />
      {file?.problem !== undefined && <p role="alert">{texts.import.problems[file.problem]}</p>}
      {file !== null && file.problem === undefined && (
        <ol className={styles.preview} aria-label={texts.import.events}>
          {file.events.map(({start, end, note}) => (
            <li key={`${start} ${end} ${note}`}>
              {texts.import.event(note, formats.range(start, end, {zone: false}))}
            </li>
          ))}
        </ol>
      )}
      <Picker
        label={texts.import.away}
        data={options}
        value={away}
        clearable
        onChosen={chosen => change({away: chosen})}
      />
      <Picker label={texts.import.person} data={options} value={person} onChosen={chosen => change({person: chosen})} />
    </>
  )
}

/** The parser is loaded when the first file is read. */
async function fileFrom(file: File, at: {zone: string; now: number}): Promise<CalendarFile> {
  const {CALENDAR_BYTES_MAX, readCalendarFile} = await import('../../../domain/alarms/calendarFile')
  return file.size > CALENDAR_BYTES_MAX ? {problem: 'large'} : readCalendarFile(await file.text(), at)
}
