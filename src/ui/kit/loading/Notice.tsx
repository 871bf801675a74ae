import {Button, Text, Title} from '@mantine/core'
import type {ReactNode} from 'react'
import {TITLE} from '../../../../contract/limits'
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
      <div className={styles.waiting}>
        <Text role="status">{heading}</Text>
      </div>
    )
  }
  return (
    <div className={styles.notice}>
      <title>{`${heading} – ${TITLE}`}</title>
      <svg viewBox="0 0 48 48" className={styles.mark} aria-hidden="true">
        <path d={kind === 'failed' ? LOST_PULSE : PULSE} />
      </svg>
      <div role={kind === 'failed' ? 'alert' : undefined}>
        <Title order={1} size="h1">
          {heading}
        </Title>
        {hint !== undefined && (
          <Text c="dimmed" mt={4}>
            {hint}
          </Text>
        )}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** Drawn here, since the first page does without the icons. */
const PULSE = 'M8 25h8l4-11 8 22 4-11h8'
const LOST_PULSE = 'M8 25h8l4-11 7 19 3-8M35 25h1M40 25h1'

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
