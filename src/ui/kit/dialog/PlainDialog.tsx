import type {ReactNode} from 'react'
import {createPortal} from 'react-dom'
import {IconClose} from '../mark/icons'
import {buttons} from '../text/texts'
import styles from './PlainDialog.module.css'

export interface PlainDialogProps {
  title: string
  /**
   * In the middle, or beneath the expanded element with `aria-haspopup="dialog"`, or beside the section around it. On a
   * phone the last two are at its lower edge.
   */
  place: 'middle' | 'opener' | 'side'
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog of the browser's own, for the parts that each screen has from its beginning, so that no library is loaded for
 * them. It keeps the focus, and gives it back when it closes. It is a child of the body, so that no style of the part
 * that opens it reaches into it.
 */
export function PlainDialog({title, place, onClose, children}: PlainDialogProps) {
  return createPortal(
    <dialog
      ref={show}
      className={styles.dialog}
      data-place={place}
      aria-label={title}
      // Escape fires `cancel` at once, and `close` only after keys that were typed right behind it.
      onCancel={onClose}
      onClose={onClose}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          <button type="button" className={styles.close} aria-label={buttons.close} onClick={onClose}>
            <IconClose size={16} />
          </button>
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}

function show(dialog: HTMLDialogElement) {
  const closeBeside = ({target}: Event) => {
    // The content covers all of the dialog, so that only a click beside it hits the dialog itself.
    if (target === dialog) dialog.close()
  }
  dialog.addEventListener('click', closeBeside)
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  return () => {
    dialog.removeEventListener('click', closeBeside)
    // A dialog that is only removed would not give the focus back.
    dialog.close()
  }
}
