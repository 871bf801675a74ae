import {Skeleton} from '../../kit/loading/Skeleton'
import styles from './Home.module.css'
import {texts} from './texts'

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Cards without content, as large as the coming ones. */
export function WaitingCards() {
  return (
    <>
      <p role="status" className={styles.waiting}>
        {texts.loading}
      </p>
      <div className={styles.cards} aria-hidden="true">
        {PLACES.map(place => (
          <div key={place} className={styles.card}>
            <Skeleton width="55%" height="1.25rem" />
            <Skeleton width="40%" height="2rem" />
            <Skeleton height="3.5rem" />
            <Skeleton width="70%" height="1rem" />
            <Skeleton height="4.5rem" />
          </div>
        ))}
      </div>
    </>
  )
}
