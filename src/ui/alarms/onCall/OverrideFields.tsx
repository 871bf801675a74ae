import {TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {ROTA_NOTE_LENGTH} from '../../../../contract/limits'
import {type CalendarFile, swapsFor, weeksOf} from '../../../domain/alarms/onCall'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {DropZone} from '../../kit/form/DropZone'
import {useForm} from '../../kit/form/fields'
import {MinuteField} from '../../kit/form/MinuteField'
import {Picker} from '../../kit/picker/Picker'
import {useMinute} from '../logic'
import {nameOf} from './called'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** Asks who takes over, for which shift one is swapped, for a note, or for a calendar file. */
export function OverrideFields({entries}: {entries: OnCallRef}) {
  const {
    draft: {form},
    problems,
  } = useForm(entries)
  if (form === 'rota') return null
  return (
    <>
      {problems.override && <p role="alert">{texts[form].wrong}</p>}
      {form === 'takeover' && <Takeover entries={entries} />}
      {form === 'swap' && <Swap entries={entries} />}
      {form === 'import' ? <ImportFields entries={entries} /> : <Note entries={entries} form={form} />}
    </>
  )
}

function Note({entries, form}: {entries: OnCallRef; form: 'takeover' | 'swap' | 'note'}) {
  const {
    draft: {note},
    change,
  } = useForm(entries)
  return (
    <TextInput
      label={form === 'note' ? texts.note.note : texts.takeover.note}
      value={note}
      maxLength={ROTA_NOTE_LENGTH}
      autoComplete="off"
      onChange={({currentTarget: {value}}) => change({note: value})}
    />
  )
}

function Takeover({entries}: {entries: OnCallRef}) {
  const {zone} = useApplication()
  const {
    draft: {person, start, end},
    change,
  } = useForm(entries)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const present = people.filter(({isPresent}) => isPresent)
  return (
    <>
      <Picker
        label={texts.takeover.person}
        data={present.map(({id, name}) => ({value: id, label: name}))}
        value={person}
        onChosen={person => change({person})}
      />
      <MinuteField label={texts.takeover.start} at={start} zone={zone} onChosen={start => change({start})} />
      <MinuteField label={texts.takeover.end} at={end} zone={zone} onChosen={end => change({end})} />
    </>
  )
}

function Swap({entries}: {entries: OnCallRef}) {
  const {zone, formats} = useApplication()
  const {
    draft: {shift, other},
    change,
  } = useForm(entries)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const rota = useSelector(entries, ({context}) => context.chosen)
  const at = useMinute()
  if (rota === null || shift === null) return null
  const written = ({person, start, end}: typeof shift) =>
    texts.shift(nameOf(people, person), formats.range(start, end, {zone: false}))
  const others = swapsFor(weeksOf(rota, people, at, zone), shift)
  return (
    <>
      <p>{texts.swap.lead(written(shift))}</p>
      <Picker
        label={texts.swap.other}
        data={others.map(shift => ({value: String(shift.start), label: written(shift)}))}
        value={other === null ? '' : String(other.start)}
        onChosen={start => change({other: others.find(shift => String(shift.start) === start) ?? null})}
      />
    </>
  )
}

/** Asks for a calendar file, who is away at its times, and who covers. */
function ImportFields({entries}: {entries: OnCallRef}) {
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
