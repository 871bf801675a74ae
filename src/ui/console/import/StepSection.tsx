import {type ReactNode, useId} from 'react'
import styles from './Import.module.css'

/** Each step replaces the one before and would lose its focus, so the new heading takes it. */
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
