import {type ReactNode, useId} from 'react'
import styles from './Import.module.css'

/** A step of the import. It replaces the one before, so it takes the focus, which else would be lost. */
export function StepSection({heading, children}: {heading: string; children: ReactNode}) {
  const headingId = useId()
  return (
    <section className={styles.step} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} ref={takeFocus}>
        {heading}
      </h2>
      {children}
    </section>
  )
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()
