import styles from './CopyableId.module.css'
import {CopyButton} from './CopyButton'

/** Shows an id on a short line, whole in its title, with a button that copies it. `what` names it for screen readers. */
export function CopyableId({what, id}: {what: string; id: string}) {
  return (
    <span className={styles.id}>
      <code title={id}>{id}</code>
      <CopyButton what={what} value={id} />
    </span>
  )
}
