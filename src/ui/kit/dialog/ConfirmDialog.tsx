import {Button, Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import type {ActorRef, Snapshot, StateValue} from 'xstate'
import {type Failing, Failure} from '../form/Failure'
import {buttons} from '../text/texts'
import styles from './Dialog.module.css'

export interface ConfirmDialogProps {
  isOpen: boolean
  isBusy?: boolean
  /** The confirmed action loses nothing. */
  isHarmless?: boolean
  title: string
  confirm: string
  cancel?: string
  onConfirm: () => void
  onCancel: () => void
  /** Called when the focus can't return, because its button disappeared with the confirmed thing. */
  onGone?: () => void
  children: ReactNode
}

/** Asks for confirmation before an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    isBusy = false,
    isHarmless = false,
    title,
    confirm,
    cancel = buttons.cancel,
    onConfirm,
    onCancel,
    onGone,
    children,
  } = props
  return (
    <Modal
      opened={isOpen}
      onClose={onCancel}
      onExitTransitionEnd={() => {
        if (document.activeElement === document.body) onGone?.()
      }}
      title={title}
      closeButtonProps={{'aria-label': buttons.close}}
      transitionProps={{duration: 0}}
    >
      <div className={styles.content}>
        {children}
        <div className={styles.buttons}>
          <Button variant="default" data-autofocus onClick={onCancel}>
            {cancel}
          </Button>
          <Button {...(!isHarmless && {color: 'red'})} aria-disabled={isBusy} aria-busy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

type Asking<State extends StateValue, Confirmed extends string> = Failing &
  Pick<
    ActorRef<
      Snapshot<unknown> & {matches: (state: State) => boolean; hasTag: (tag: 'busy') => boolean},
      {type: Confirmed} | {type: 'dialog.closed'}
    >,
    'getSnapshot' | 'subscribe' | 'send'
  >

interface ConfirmationProps<State extends StateValue, Confirmed extends string>
  extends Pick<ConfirmDialogProps, 'isHarmless' | 'onGone' | 'children'> {
  machine: Asking<State, Confirmed>
  /** The actor waits for the confirmation in this state, and then acts with the tag `busy`. */
  state: State
  confirmed: Confirmed
  /** Without a word of its own it asks whether something is to be deleted. */
  texts: Pick<ConfirmDialogProps, 'title'> & Partial<Pick<ConfirmDialogProps, 'confirm' | 'cancel'>>
  /** The label of the button while the actor is busy. */
  busy?: string
}

/** Asks for the confirmation that an actor waits for, and shows why the last try failed. */
export function Confirmation<const State extends StateValue, Confirmed extends string>(
  props: ConfirmationProps<State, Confirmed>,
) {
  const {machine, state, confirmed, texts, busy = buttons.deleting, children, ...rest} = props
  const isOpen = useSelector(machine, s => s.matches(state))
  const isBusy = useSelector(machine, s => s.matches(state) && s.hasTag('busy'))
  return (
    <ConfirmDialog
      {...rest}
      isOpen={isOpen}
      isBusy={isBusy}
      title={texts.title}
      confirm={isBusy ? busy : (texts.confirm ?? buttons.delete)}
      cancel={texts.cancel ?? buttons.cancel}
      onConfirm={() => machine.send({type: confirmed})}
      onCancel={() => machine.send({type: 'dialog.closed'})}
    >
      <Failure machine={machine} />
      {children}
    </ConfirmDialog>
  )
}
