import {IconArrowDown, IconArrowUp, IconSortable} from '../mark/icons'
import styles from './Table.module.css'

interface Props {
  label: string
  isEnd: boolean
  /** Undefined when the table is sorted by another column; null when it can't be sorted by this one. */
  order: 'ascending' | 'descending' | undefined | null
  onPressed: () => void
}

/** The header of a column. A column that the table can be sorted by has a button with an arrow. */
export function SortHeader({label, isEnd, order, onPressed}: Props) {
  const align = isEnd ? 'end' : undefined
  if (order === null) {
    return (
      <th scope="col" className={styles.header} data-align={align} title={label}>
        {label}
      </th>
    )
  }
  return (
    <th scope="col" className={styles.header} data-align={align} aria-sort={order ?? 'none'}>
      <button type="button" className={styles.sort} title={label} onClick={onPressed}>
        <span>{label}</span>
        <Arrow order={order} />
      </button>
    </th>
  )
}

/** A column that can be sorted shows so before it is pressed. */
function Arrow({order}: Pick<Props, 'order'>) {
  if (order === 'ascending') return <IconArrowUp size={14} aria-hidden />
  return order === 'descending' ? <IconArrowDown size={14} aria-hidden /> : <IconSortable size={14} aria-hidden />
}
