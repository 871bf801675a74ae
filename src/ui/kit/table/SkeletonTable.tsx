import spoken from '../text/Spoken.module.css'
import styles from './Table.module.css'

interface Props {
  /** Is read out. */
  label: string
  columns: number
  lines: 1 | 2
}

const ROWS = Array.from({length: 12}, (_, at) => at)

/** Takes the place of a table while it is loaded, with rows of the same height. */
export function SkeletonTable({label, columns, lines}: Props) {
  const cells = Array.from({length: columns}, (_, at) => at)
  return (
    <div>
      <p role="status" className={spoken.spoken}>
        {label}
      </p>
      <div className={styles.skeleton} data-lines={lines} aria-hidden="true">
        {ROWS.map(row => (
          <div key={row}>
            {cells.map(cell => (
              <i key={cell} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
