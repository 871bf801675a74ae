import {useSelector} from '@xstate/react'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {useForm} from '../../kit/form/fields'
import {MinuteField} from '../../kit/form/MinuteField'
import {Picker} from '../../kit/form/Picker'
import {texts} from './texts'

/** Asks who takes over, from when and until when. */
export function TakeoverFields({entries}: {entries: OnCallRef}) {
  const {zone} = useApplication()
  const {
    draft: {person, start, end},
    problems,
    change,
  } = useForm(entries)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const present = people.filter(({isPresent}) => isPresent)
  return (
    <>
      {problems.takeover && <p role="alert">{texts.takeover.wrong}</p>}
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
