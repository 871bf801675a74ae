import {Button, Text, Title} from '@mantine/core'
import type {ReactNode} from 'react'
import styles from './Notice.module.css'

export interface NoticeProps {
  /** Screen readers announce `waiting` and `placed` politely, and `failed` at once. */
  kind: 'waiting' | 'failed' | 'placed'
  heading: string
  hint?: string
  children?: ReactNode
}

export function NoticePage(props: NoticeProps) {
  return (
    <main>
      <Notice {...props} />
    </main>
  )
}

export function Notice({kind, heading, hint, children}: NoticeProps) {
  if (kind === 'waiting') {
    return (
      <div className={styles.notice}>
        <Text role="status">{heading}</Text>
      </div>
    )
  }
  return (
    <div className={styles.notice}>
      <div role={kind === 'failed' ? 'alert' : undefined}>
        <Title order={1} size="h1">
          {heading}
        </Title>
        {hint !== undefined && (
          <Text c="dimmed" mt={4} maw="34rem">
            {hint}
          </Text>
        )}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** Stays enabled while busy, so that it keeps the focus. */
export function NoticeButton({isBusy, onClick, children}: NoticeButtonProps) {
  return (
    <Button variant="default" aria-disabled={isBusy} aria-busy={isBusy} onClick={isBusy ? undefined : onClick}>
      {children}
    </Button>
  )
}

interface NoticeButtonProps {
  isBusy?: boolean
  onClick: () => void
  children: ReactNode
}
