import {Button, FileButton} from '@mantine/core'
import {type DragEvent, useRef} from 'react'
import styles from './DropZone.module.css'

interface Props {
  label: string
  /** Says what may be dropped here. */
  text: string
  button: string
  /** As in the attribute of a file field. */
  accept: string
  isMultiple?: boolean
  /** There are none when something else was dropped. */
  onFiles: (files: readonly File[]) => void
}

/** Takes files that are dropped on it, or chosen by its button. */
export function DropZone({label, text, button, accept, isMultiple = false, onFiles}: Props) {
  const forget = useRef<() => void>(null)
  function over(event: DragEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.dataset.over = ''
  }
  function leave({currentTarget}: DragEvent<HTMLElement>) {
    delete currentTarget.dataset.over
  }
  function drop(event: DragEvent<HTMLElement>) {
    event.preventDefault()
    leave(event)
    const files = [...event.dataTransfer.files]
    onFiles(isMultiple ? files : files.slice(0, 1))
  }
  function choose(chosen: File | File[] | null) {
    if (chosen === null) return
    onFiles([chosen].flat())
    // Otherwise the same file could not be chosen again.
    forget.current?.()
  }
  return (
    <section className={styles.zone} aria-label={label} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      <span>{text}</span>
      <FileButton multiple={isMultiple} resetRef={forget} accept={accept} onChange={choose}>
        {props => <Button {...props}>{button}</Button>}
      </FileButton>
    </section>
  )
}
