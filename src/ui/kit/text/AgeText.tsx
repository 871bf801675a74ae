import {useSelector} from '@xstate/react'
import type {EpochMs} from '../../../../contract/wire/common'
import {useApplication} from '../application'
import {TimeText} from './TimeText'

/** Shows how long ago a time on the server's clock was, such as '5 s ago', and goes on each second. */
export function AgeText({at}: {at: EpochMs}) {
  const {formats} = useApplication()
  const text = useTicking(now => formats.relative(at, now))
  return <TimeText at={at}>{text}</TimeText>
}

/** Returns the text at the present moment of the server's clock. Draws only when the text changes. */
export function useTicking<Words extends string | null>(writtenAt: (now: EpochMs) => Words): Words {
  const {now, session} = useApplication()
  const link = useSelector(session, ({children}) => children.link)
  // The link ticks each second on every page of a signed-in user.
  return useSelector(link, () => writtenAt(now()))
}
