import {Button} from '@mantine/core'
import type {FormEvent, ReactNode} from 'react'
import styles from './IssueForm.module.css'

interface Props {
  submit: (form: FormData) => void
  isIssuing: boolean
  /** The label of the button. */
  label: string
  /** The fields. */
  children: ReactNode
}

export function IssueForm({submit, isIssuing, label, children}: Props) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(new FormData(event.currentTarget))
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children}
      <Button type="submit" size="xs" aria-disabled={isIssuing} aria-busy={isIssuing}>
        {label}
      </Button>
    </form>
  )
}
