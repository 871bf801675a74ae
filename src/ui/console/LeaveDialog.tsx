import {useBeforeUnload, useBlocker} from 'react-router-dom'
import {ConfirmDialog} from './ConfirmDialog'
import {texts} from './texts'

interface Props {
  isHeld: () => boolean
  onLeave?: () => void
  heading?: string
  lead?: string
}

/** Asks before what is not saved is left, by a link, by Back, or with the page. The router allows for one at a time. */
export function LeaveDialog({isHeld, onLeave, heading = texts.leaving.heading, lead = texts.leaving.lead}: Props) {
  const blocker = useBlocker(isHeld)
  useBeforeUnload(event => {
    if (isHeld()) event.preventDefault()
  })
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={heading}
      confirm={texts.leaving.leave}
      cancel={texts.leaving.stay}
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onCancel={() => blocker.reset?.()}
    >
      <p>{lead}</p>
    </ConfirmDialog>
  )
}
