import type {KeyboardEvent} from 'react'
import {IconClose} from '../mark/icons'
import styles from './Table.module.css'
import {texts} from './texts'

export interface Chip {
  name: string
  label: string
  value: string
}

interface Props {
  chips: readonly Chip[]
  onRemoved: (name: string) => void
}

/** The filters of the table. A chip is removed by its button, and by Delete or Backspace on it. */
export function FilterChips({chips, onRemoved}: Props) {
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={texts.filters.chips}>
      {chips.map(({name, label, value}) => (
        <li key={name} className={styles.chip}>
          <span title={`${label}: ${value}`}>
            {label}: <bdi>{value}</bdi>
          </span>
          <button
            type="button"
            className={styles.plain}
            aria-label={texts.filters.remove(label, value)}
            onKeyDown={event => isRemoval(event) && onRemoved(name)}
            onClick={() => onRemoved(name)}
          >
            <IconClose size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

const isRemoval = ({key}: KeyboardEvent): boolean => key === 'Delete' || key === 'Backspace'
