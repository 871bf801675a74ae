import type {EpochMs} from '../../../contract/wire/common'
import {TimeText} from '../kit/text/TimeText'

interface Props {
  /** Says who has made the change. */
  text: string
  /** Null when it is unknown. */
  at: EpochMs | null
}

/** Says who has made a change, and when, as soon as that is known. */
export function ChangedBy({text, at}: Props) {
  return (
    <p aria-live="polite">
      {text}
      {at !== null && (
        <>
          {' · '}
          <TimeText at={at} />
        </>
      )}
    </p>
  )
}
