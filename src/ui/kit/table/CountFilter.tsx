import {useApplication} from '../application'
import spoken from '../text/Spoken.module.css'
import styles from './CountFilter.module.css'

export interface Counted<Name extends string> {
  name: Name
  /** The label of the count, so that it can be read after the number. */
  label: string
  count: number
  isBad?: boolean
}

interface Props<Name extends string> {
  label: string
  counts: readonly Counted<Name>[]
  chosen: Name
  onChosen: (name: Name) => void
}

/** Counts the rows of a table by kind. A count that is pressed shows its rows alone. */
export function CountFilter<Name extends string>({label, counts, chosen, onChosen}: Props<Name>) {
  const {formats} = useApplication()
  return (
    <fieldset className={styles.counts}>
      <legend className={spoken.spoken}>{label}</legend>
      {counts.map(({name, label, count, isBad}) => (
        <button
          key={name}
          type="button"
          className={styles.count}
          data-bad={(isBad && count > 0) || undefined}
          aria-pressed={name === chosen}
          onClick={() => onChosen(name)}
        >
          <b>{formats.number(count)}</b> <span>{label}</span>
        </button>
      ))}
    </fieldset>
  )
}
