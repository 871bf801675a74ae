import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import dialog from '../../kit/dialog/Dialog.module.css'
import {FormButtons, FormDialog} from '../../kit/dialog/FormDialog'
import {Failure} from '../../kit/form/Failure'
import {MinuteField} from '../../kit/form/MinuteField'
import {Picker} from '../../kit/form/Picker'
import {texts} from './texts'

/** Asks who takes over, from when and until when. */
export function TakeoverForm({of}: {of: OnCallRef}) {
  const isOpen = useSelector(of, s => s.matches('takingOver'))
  const name = useSelector(of, ({context}) => context.chosen?.name ?? '')
  return (
    <FormDialog of={of} isOpen={isOpen} title={texts.takeover.title(name)}>
      <Form of={of} />
    </FormDialog>
  )
}

function Form({of}: {of: OnCallRef}) {
  const {zone} = useApplication()
  const {person, start, end} = useSelector(of, ({context}) => context.takeover)
  const people = useSelector(of, ({context}) => context.people)
  const isWrong = useSelector(of, ({context}) => context.isTakeoverWrong)
  const present = people.filter(({isPresent}) => isPresent)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    of.send({type: 'save.requested'})
  }
  return (
    <form onSubmit={submit} className={dialog.content} noValidate>
      <Failure of={of} />
      {isWrong && <p role="alert">{texts.takeover.wrong}</p>}
      <Picker
        label={texts.takeover.person}
        data={present.map(({id, name}) => ({value: id, label: name}))}
        value={person}
        onChosen={chosen => of.send({type: 'takeover.changed', change: {person: chosen}})}
      />
      <MinuteField
        label={texts.takeover.start}
        at={start}
        zone={zone}
        onChosen={at => of.send({type: 'takeover.changed', change: {start: at}})}
      />
      <MinuteField
        label={texts.takeover.end}
        at={end}
        zone={zone}
        onChosen={at => of.send({type: 'takeover.changed', change: {end: at}})}
      />
      <FormButtons of={of} isSaveFirst />
    </form>
  )
}
