import {endedName} from '../../../domain/wall/deviceNames'
import styles from './EndedName.module.css'
import {partOf, write} from './painting'

/** A name that is shortened before its end, because ends tell devices apart. Without a name it is painted by `writeName`. */
export function EndedName({name = ''}: {name?: string}) {
  const {start, end} = endedName(name)
  return (
    <bdi className={styles.name} {...(name !== '' && {title: name})} data-part="name">
      <span className={styles.start} data-part="start">
        {start}
      </span>
      <span className={styles.end} data-part="end">
        {end}
      </span>
    </bdi>
  )
}

export function writeName(element: ParentNode, name: string) {
  const {start, end} = endedName(name)
  write(partOf(element, 'start'), start)
  write(partOf(element, 'end'), end)
}
