import type {Freshness} from '../../../domain/telemetry/readings/freshness'
import {type Status, StatusMark} from '../../kit/mark/StatusMark'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from './texts'

interface Props {
  freshness: Freshness
  /** Null means that the age is unknown. */
  age: string | null
  remark?: string | null
  /** Whether 'fresh' is shown as a word. Otherwise it is only read out, as the age beside the full disc shows it. */
  isInFull?: boolean
}

/** Shows the freshness by a shape and words; the colour only repeats them. */
export function FreshnessMark({freshness, age, remark = null, isInFull = false}: Props) {
  return (
    <span data-freshness={freshness}>
      <StatusMark status={statusOf(freshness)}>
        {wording(freshness, age, isInFull)}
        {remark !== null && `, ${remark}`}
      </StatusMark>
    </span>
  )
}

/** The shape alone, whose word is read out. */
export function FreshnessDot({freshness}: Pick<Props, 'freshness'>) {
  return (
    <StatusMark status={statusOf(freshness)}>
      <span className={spoken.spoken}>{texts[freshness]}</span>
    </StatusMark>
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
    case 'replay':
      return (
        <>
          <span className={isInFull ? undefined : spoken.spoken}>{texts[freshness]} </span>
          {age}
        </>
      )
  }
}

export const statusOf = (freshness: Freshness): Status => STATUS[freshness]

const STATUS: Record<Freshness, Status> = {
  fresh: 'fresh',
  replay: 'off',
  late: 'late',
  linkDown: 'down',
  never: 'never',
  notRead: 'notRead',
}
