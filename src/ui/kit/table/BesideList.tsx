import type {ReactNode} from 'react'
import {IconArrowDown, IconArrowUp, IconClose} from '../mark/icons'
import styles from './BesideList.module.css'

interface Props {
  title: string
  words: {label: string; previous: string; next: string; close: string}
  /** The rows before and after the one that is shown; undefined where there is none. */
  previous: string | undefined
  next: string | undefined
  onShown: (id: string) => void
  onClosed: () => void
  children: ReactNode
}

/** Shows the open row's content beside the list, and on a phone at the lower edge. */
export function BesideList({title, words, previous, next, onShown, onClosed, children}: Props) {
  const show = (id: string | undefined) => {
    if (id !== undefined) onShown(id)
  }
  return (
    <aside
      className={styles.peek}
      aria-label={words.label}
      onKeyDown={({key}) => {
        if (key === 'j') show(next)
        if (key === 'k') show(previous)
      }}
    >
      <header className={styles.header}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <Step label={words.previous} icon={<IconArrowUp size={16} aria-hidden />} id={previous} onPressed={show} />
        <Step label={words.next} icon={<IconArrowDown size={16} aria-hidden />} id={next} onPressed={show} />
        <button type="button" aria-label={words.close} onClick={onClosed}>
          <IconClose size={16} aria-hidden />
        </button>
      </header>
      {children}
    </aside>
  )
}

interface StepProps {
  label: string
  icon: ReactNode
  id: string | undefined
  onPressed: (id: string | undefined) => void
}

function Step({label, icon, id, onPressed}: StepProps) {
  return (
    <button type="button" aria-label={label} aria-disabled={id === undefined} onClick={() => onPressed(id)}>
      {icon}
    </button>
  )
}
