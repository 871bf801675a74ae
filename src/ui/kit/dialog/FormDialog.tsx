import {Button, Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import {type Failing, Failure} from '../form/Failure'
import {submitTo} from '../form/fields'
import {buttons} from '../text/texts'
import dialog from './Dialog.module.css'

type Closed = Pick<ActorRef<Snapshot<unknown>, {type: 'dialog.closed'}>, 'send'>
type Drafting = Failing &
  Pick<
    ActorRef<
      Snapshot<unknown> & {context: {problems: object}; hasTag: (tag: 'busy') => boolean},
      {type: 'save.requested'} | {type: 'dialog.closed'}
    >,
    'getSnapshot' | 'subscribe' | 'send'
  >

interface Props {
  machine: Closed
  isOpen: boolean
  title: string
  size?: 'lg'
  /** A form, such as `DraftForm`. */
  children: ReactNode
}

/** A dialog for the draft of an actor. */
export const FormDialog = ({machine, isOpen, title, size, children}: Props) => (
  <Modal
    opened={isOpen}
    onClose={() => machine.send({type: 'dialog.closed'})}
    title={title}
    {...(size && {size})}
    closeButtonProps={{'aria-label': buttons.cancel}}
    transitionProps={{duration: 0}}
  >
    {children}
  </Modal>
)

interface DraftFormProps {
  machine: Drafting
  isSaveFirst?: boolean
  /** The texts of the button that saves, and of the same while it does. */
  save?: {idle: string; busy: string}
  /** The fields. */
  children: ReactNode
}

/** The form of a draft: why it could not be saved, its fields, and the buttons that leave it or save it. */
export function DraftForm({
  machine,
  isSaveFirst = false,
  save = {idle: buttons.save, busy: buttons.saving},
  children,
}: DraftFormProps) {
  const isBusy = useSelector(machine, s => s.hasTag('busy'))
  return (
    <form onSubmit={submitTo(machine, {type: 'save.requested'})} className={dialog.content} noValidate>
      <Failure machine={machine} />
      {children}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => machine.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy} data-autofocus={isSaveFirst || undefined}>
          {isBusy ? save.busy : save.idle}
        </Button>
      </div>
    </form>
  )
}
