import {Alert} from '@mantine/core'
import type {Ref} from 'react'
import styles from './FormMessage.module.css'

export interface FormMessageProps {
  kind: 'failed' | 'done' | 'noted'
  message: string
  hint?: string | null
  ref?: Ref<HTMLDivElement>
}

/** Shows the result of a form. A message `done` replaces the form and takes the focus, which would else be lost. */
export function FormMessage({kind, message, hint = null, ref}: FormMessageProps) {
  const isDone = kind === 'done'
  return (
    <Alert
      ref={isDone ? takeFocus : ref}
      role={isDone ? 'status' : 'alert'}
      tabIndex={isDone ? -1 : undefined}
      variant="light"
      color={COLOURS[kind]}
      className={styles.message}
      icon={
        message.startsWith(FAILED_SIGN) ? undefined : (
          <Mark path={isDone ? 'M2.5 8.5l4 4 7-9' : 'M8 1.5l7 12.5H1zM8 6v4M8 11.6v.6'} />
        )
      }
    >
      {message}
      {hint !== null && <div>{hint}</div>}
    </Alert>
  )
}

/** A message that begins with its own sign needs no other. */
const FAILED_SIGN = '❌'

const COLOURS = {failed: 'red', done: 'green', noted: 'gray'} as const

const takeFocus = (message: HTMLElement | null) => message?.focus()

function Mark({path}: {path: string}) {
  return (
    <svg viewBox="0 0 16 16" className={styles.mark} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
