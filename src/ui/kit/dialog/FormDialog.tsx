import {Button, Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot} from 'xstate'
import {buttons} from '../text/texts'
import dialog from './Dialog.module.css'

type Closed = Pick<ActorRef<Snapshot<unknown>, {type: 'dialog.closed'}>, 'send'>
type Sending = Closed &
  Pick<
    ActorRef<Snapshot<unknown> & {hasTag: (tag: 'busy') => boolean}, {type: 'dialog.closed'}>,
    'getSnapshot' | 'subscribe'
  >

interface Props {
  of: Closed
  isOpen: boolean
  title: string
  size?: 'lg'
  /** A form, which ends with `FormButtons`. */
  children: ReactNode
}

/** A dialog for the draft of an actor. */
export const FormDialog = ({of, isOpen, title, size, children}: Props) => (
  <Modal
    opened={isOpen}
    onClose={() => of.send({type: 'dialog.closed'})}
    title={title}
    {...(size && {size})}
    closeButtonProps={{'aria-label': buttons.cancel}}
    transitionProps={{duration: 0}}
  >
    {children}
  </Modal>
)

/** The buttons that leave the dialog, or save its form. */
export function FormButtons({of, isSaveFirst = false}: {of: Sending; isSaveFirst?: boolean}) {
  const isBusy = useSelector(of, s => s.hasTag('busy'))
  return (
    <div className={dialog.buttons}>
      <Button variant="default" onClick={() => of.send({type: 'dialog.closed'})}>
        {buttons.cancel}
      </Button>
      <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy} data-autofocus={isSaveFirst || undefined}>
        {isBusy ? buttons.saving : buttons.save}
      </Button>
    </div>
  )
}
