import {TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {ROTA_NOTE_LENGTH} from '../../../../contract/limits'
import {swapsFor, weeksOf} from '../../../domain/alarms/onCall'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {useForm} from '../../kit/form/fields'
import {MinuteField} from '../../kit/form/MinuteField'
import {Picker} from '../../kit/picker/Picker'
import {useMinute} from '../logic'
import {nameOf} from './called'
import {ImportFields} from './ImportFields'
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
