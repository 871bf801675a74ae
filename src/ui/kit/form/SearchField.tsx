import {IconSearch} from '../mark/icons'
import styles from './SearchField.module.css'

interface SearchFieldProps {
  label: string
  placeholder?: string
  value: string
  maxLength?: number
  /** Its place and width. */
  className?: string | undefined
  onTyped: (text: string) => void
}

/** Searches a list. The shortcut leads to the first one of the page. */
export function SearchField({label, placeholder = label, className = '', onTyped, ...field}: SearchFieldProps) {
  return (
    <div className={`${styles.field} ${className}`}>
      <IconSearch className={styles.glass} aria-hidden="true" />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={({currentTarget}) => onTyped(currentTarget.value)}
        {...field}
      />
    </div>
  )
}
