import {type ReactNode, useId} from 'react'
import type {Side} from '../../domain/console/change'
import styles from './SideChoice.module.css'

interface Shown {
  label: string
  value: ReactNode
}

interface Props {
  legend: ReactNode
  mine: Shown
  theirs: Shown
  before?: ReactNode
  chosen: Side
  isFirst?: boolean
  onChoose: (side: Side) => void
}

/** Chooses the version that wins where two people have changed the same. */
export function SideChoice({legend, mine, theirs, before, chosen, isFirst = true, onChoose}: Props) {
  const id = useId()
  const side = (name: Side, {label, value}: Shown) => (
    <div className={styles.side}>
      <label>
        <input
          type="radio"
          name={id}
          checked={chosen === name}
          aria-describedby={`${id}${name}`}
          data-autofocus={(isFirst && chosen === name) || undefined}
          onChange={() => onChoose(name)}
        />
        {label}
      </label>
      <div id={`${id}${name}`} className={styles.value}>
        {value}
      </div>
    </div>
  )
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {before !== undefined && <div className={styles.before}>{before}</div>}
      <div className={styles.sides}>
        {side('mine', mine)}
        {side('theirs', theirs)}
      </div>
    </fieldset>
  )
}
