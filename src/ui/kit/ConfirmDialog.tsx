import {Button, Modal} from '@mantine/core'
import type {ReactNode} from 'react'
import {buttons} from './buttonTexts'
import styles from './Dialog.module.css'

export interface ConfirmDialogProps {
  isOpen: boolean
  isBusy?: boolean
  /** Nothing is lost by what is confirmed. */
  isHarmless?: boolean
  title: string
  confirm: string
  cancel?: string
  onConfirm: () => void
  onCancel: () => void
  /** Is called when the focus can't return, because its button disappeared with what was confirmed. */
  onGone?: () => void
  children: ReactNode
}

/** Asks for confirmation before something is done. */
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
