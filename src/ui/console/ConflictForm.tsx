import {Button} from '@mantine/core'
import type {ComponentProps, FormEvent} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import type {Side} from '../../domain/console/change'
import dialog from '../kit/dialog/Dialog.module.css'
import {buttons} from '../kit/text/texts'
import {ChangedBy} from './ChangedBy'
import {SideChoice} from './SideChoice'

interface Props extends Omit<ComponentProps<typeof SideChoice>, 'onChoose'> {
  /** The actor that waits for the choice. */
  machine: Pick<
    ActorRef<Snapshot<unknown>, {type: 'side.chosen'; side: Side} | {type: 'side.confirmed'} | {type: 'dialog.closed'}>,
    'send'
  >
  changedBy: ComponentProps<typeof ChangedBy>
  /** The reason for the conflict. */
  message: string
  /** The label of the button that leads back to the form. */
  back: string
}

/** Shows the typed value beside the one on the server, and asks which of them wins. */
export function ConflictForm({machine, changedBy, message, back, ...choice}: Props) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    machine.send({type: 'side.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <ChangedBy {...changedBy} />
      <p role="alert">{message}</p>
      <SideChoice {...choice} onChoose={side => machine.send({type: 'side.chosen', side})} />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => machine.send({type: 'dialog.closed'})}>
          {back}
        </Button>
        <Button type="submit">{buttons.save}</Button>
      </div>
    </form>
  )
}
