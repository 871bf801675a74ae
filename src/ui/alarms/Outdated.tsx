import type {EpochMs} from '../../../contract/wire/common'
import {useApplication} from '../kit/application'
import {StatusMark} from '../kit/mark/StatusMark'
import {texts} from './texts'

/** Shows since when the content may have changed unnoticed. */
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
