import type {EpochMs} from '../../../contract/wire/common'
import {useApplication} from '../kit/application'
import {StatusMark} from '../kit/mark/StatusMark'
import {texts} from './texts'

/** Says since when what is shown may have changed unheard. */
export function Outdated({since}: {since: EpochMs | null}) {
  const {formats} = useApplication()
  if (since === null) return null
  return (
    <span role="status">
      <StatusMark status="late" isChip>
        {texts.outdated(formats.time(since))}
      </StatusMark>
    </span>
  )
}
