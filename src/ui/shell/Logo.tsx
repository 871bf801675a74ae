import styles from './Logo.module.css'

/** A pulse between the two bars of a wall. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" className={styles.ground} />
      <path d="M5 17h5l3-9 5 17 4-11 2 3h3" className={styles.pulse} />
    </svg>
  )
}
