import styles from './CopyableId.module.css'
import {CopyButton} from './CopyButton'

/** An id on a short line, with the whole in its title and a button to copy it. `what` is for screen readers. */
export function CopyableId({what, id}: {what: string; id: string}) {
  return (
    <span className={styles.id}>
      <code title={id}>{id}</code>
      <CopyButton what={what} value={id} />
    </span>
  )
}
