import {Button, Modal, Select} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import dialog from '../../kit/dialog/Dialog.module.css'
import {Failure} from '../../kit/form/Failure'
import {MinuteField} from '../../kit/form/MinuteField'
import {buttons} from '../../kit/text/texts'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** Asks who takes over, from when and until when. */
export function TakeoverForm({of}: {of: OnCallRef}) {
  const isOpen = useSelector(of, s => s.matches('takingOver'))
  const name = useSelector(of, ({context}) => context.chosen?.name ?? '')
  return (
    <Modal
      opened={isOpen}
      onClose={() => of.send({type: 'dialog.closed'})}
      title={texts.takeover.title(name)}
      closeButtonProps={{'aria-label': buttons.cancel}}
      transitionProps={{duration: 0}}
    >
      <Form of={of} />
    </Modal>
  )
}

function Form({of}: {of: OnCallRef}) {
  const {zone} = useApplication()
  const {person, start, end} = useSelector(of, ({context}) => context.takeover)
  const people = useSelector(of, ({context}) => context.people)
  const isWrong = useSelector(of, ({context}) => context.isTakeoverWrong)
  const isBusy = useSelector(of, s => s.hasTag('busy'))
  const present = people.filter(({isPresent}) => isPresent)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    of.send({type: 'save.requested'})
  }
  return (
    <form onSubmit={submit} className={dialog.content} noValidate>
      <Failure of={of} />
      {isWrong && <p role="alert">{texts.takeover.wrong}</p>}
      <Select
        label={texts.takeover.person}
        searchable
        withScrollArea={false}
        classNames={{options: styles.choices ?? ''}}
        comboboxProps={{withinPortal: false, offset: 2, shadow: 'md'}}
        data={present.map(({id, name}) => ({value: id, label: name}))}
        value={present.some(({id}) => id === person) ? person : null}
        onChange={chosen => of.send({type: 'takeover.changed', change: {person: chosen ?? ''}})}
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
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => of.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy} data-autofocus>
          {isBusy ? buttons.saving : buttons.save}
        </Button>
      </div>
    </form>
  )
}
