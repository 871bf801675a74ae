import {Modal} from '@mantine/core'
import type {ReactNode} from 'react'
import styles from './Sheet.module.css'
import {texts} from './texts'

export interface SheetProps {
  isOpen: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** Comes up from the lower edge of a phone, over the screen. It keeps the focus, and gives it back when it closes. */
export function Sheet({isOpen, title, onClose, children}: SheetProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{'aria-label': texts.close}}
      transitionProps={{duration: 0}}
      padding="md"
      classNames={{inner: styles.inner ?? '', content: styles.sheet ?? ''}}
    >
      {children}
    </Modal>
  )
}
