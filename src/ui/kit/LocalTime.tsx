import {MAX_TS} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'
import {useApplication} from './application'

/** Shows a time on the viewer's clock, to the second. Its tooltip shows it in full and in UTC. */
export function LocalTime({at}: {at: EpochMs}) {
  const {zone} = useApplication()
  if (!(at >= 0 && at <= MAX_TS)) return <>{String(at)}</>
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} title={iso}>
      {new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'medium', timeZone: zone}).format(at)}
    </time>
  )
}
