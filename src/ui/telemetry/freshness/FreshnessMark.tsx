import type {Freshness} from '../../../domain/telemetry/freshness'
import spoken from '../../kit/Spoken.module.css'
import styles from './FreshnessMark.module.css'
import {texts} from './texts'

interface Props {
  freshness: Freshness
  /** Null means that the age is unknown. */
  age: string | null
  /** Whether 'fresh' is shown as a word. Otherwise it is only read out, as the age beside the full disc shows it. */
  isInFull?: boolean
}

/** Shows the freshness by a shape and words; the colour only repeats them. */
export function FreshnessMark({freshness, age, isInFull = false}: Props) {
  return (
    <span className={styles.mark} data-freshness={freshness}>
      <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[freshness]} />
        {freshness === 'late' && <circle cx="6" cy="6" r="4.5" />}
      </svg>
      <span className={styles.word}>{wording(freshness, age, isInFull)}</span>
    </span>
  )
}

function wording(freshness: Freshness, age: string | null, isInFull: boolean) {
  switch (freshness) {
    case 'notRead':
    case 'never':
      return texts[freshness]
    case 'linkDown':
      return age === null ? texts.linkDown : `${texts.linkDown} ${age}`
    case 'late':
      return age === null ? texts.unconfirmed : `${texts.late} ${age}`
    case 'fresh':
      return (
        <>
          <span className={isInFull ? undefined : spoken.spoken}>{texts.fresh} </span>
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
  notRead: 'M1.5 6H3M5.25 6H6.75M9 6H10.5',
}
