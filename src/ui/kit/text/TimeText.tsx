import {MAX_TS, MIN_TS} from '../../../../contract/limits'
import type {TimePrecision} from '../../../../contract/rules/format/times'
import type {EpochMs} from '../../../../contract/wire/common'
import {useApplication} from '../application'

interface Props {
  at: EpochMs
  /** With it the distance from now is shown, such as '5 s ago', and without it the date and time. */
  now?: EpochMs
  precision?: TimePrecision
  /** What is shown instead, where the clock that tells the distance stands elsewhere. */
  children?: string
}

/** Shows a time in the zone of the page. Its title says it in full, with the zone. */
export function TimeText({at, now, precision, children}: Props) {
  const {formats} = useApplication()
  const text = children ?? (now === undefined ? formats.dateTime(at, precision) : formats.relative(at, now))
  if (!(at >= MIN_TS && at <= MAX_TS)) return <>{text}</>
  return (
    <time dateTime={new Date(at).toISOString()} title={`${formats.dateTime(at)}, ${formats.zoneName(at)}`}>
      {text}
    </time>
  )
}
