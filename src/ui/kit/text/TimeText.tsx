import {MAX_TS, MIN_TS} from '../../../../contract/limits'
import type {TimePrecision} from '../../../../contract/rules/format/times'
import type {EpochMs} from '../../../../contract/wire/common'
import {useApplication} from '../application'

interface Props {
  at: EpochMs
  precision?: TimePrecision
  /** Shown instead of the date and time, such as an age. */
  children?: string
}

/** Shows a time in the zone of the page. Its title says it in full, with the zone. */
export function TimeText({at, precision, children}: Props) {
  const {formats} = useApplication()
  const text = children ?? formats.dateTime(at, precision)
  if (!(at >= MIN_TS && at <= MAX_TS)) return <>{text}</>
  return (
    <time dateTime={new Date(at).toISOString()} title={`${formats.dateTime(at)}, ${formats.zoneName(at)}`}>
      {text}
    </time>
  )
}
