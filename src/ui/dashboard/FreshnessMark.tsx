import type {Freshness} from '../../domain/freshness'
import styles from './FreshnessMark.module.css'
import spoken from './Spoken.module.css'
import {texts} from './texts'

/** A shape and words; the colour only repeats them. `age` is null where it is unknown. */
export function FreshnessMark({freshness, age}: {freshness: Freshness; age: string | null}) {
  return (
    <span className={styles.mark} data-freshness={freshness}>
      <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[freshness]} />
        {freshness === 'late' && <circle cx="6" cy="6" r="4.5" />}
      </svg>
      <span className={styles.word}>{wording(freshness, age)}</span>
    </span>
  )
}

/** 'fresh' is read out and not shown: its age beside the full disc says it. */
function wording(freshness: Freshness, age: string | null) {
  switch (freshness) {
    case 'never':
      return texts.freshness.never
    case 'linkDown':
      return age === null ? texts.freshness.linkDown : `${texts.freshness.linkDown} ${age}`
    case 'late':
      return age === null ? `${texts.freshness.late}, ${texts.freshness.unconfirmed}` : `${texts.freshness.late} ${age}`
    case 'fresh':
      return (
        <>
          <span className={spoken.spoken}>{texts.freshness.fresh} </span>
          {age}
        </>
      )
  }
}

const SHAPES: Record<Freshness, string> = {
  fresh: 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z',
  late: 'M6 6V1.5A4.5 4.5 0 0 1 10.5 6z',
  linkDown: 'M2 2L10 10M10 2L2 10',
  never: 'M2 6H10',
}
