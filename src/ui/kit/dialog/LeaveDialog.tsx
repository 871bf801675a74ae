import {type Blocker, useBeforeUnload, useBlocker} from 'react-router-dom'
import {texts} from '../text/texts'
import {ConfirmDialog} from './ConfirmDialog'

/** Holds back navigation by a link, by Back, and the closing of the page. The router allows only one hold at a time. */
export function useHold(isHeld: () => boolean): Blocker {
  useBeforeUnload(event => {
    if (isHeld()) event.preventDefault()
  })
  return useBlocker(isHeld)
}

interface Props {
  hold: Blocker
  onLeave?: () => void
  heading?: string
  lead?: string
}

/** Asks before unsaved changes are left. */
export function LeaveDialog({hold, onLeave, heading = texts.leaving.heading, lead = texts.leaving.lead}: Props) {
  function leave() {
    onLeave?.()
    hold.proceed?.()
  }

  return (
    <ConfirmDialog
      isOpen={hold.state === 'blocked'}
      title={heading}
      confirm={texts.leaving.leave}
      cancel={texts.leaving.stay}
      onConfirm={leave}
      onCancel={() => hold.reset?.()}
    >
      <p>{lead}</p>
    </ConfirmDialog>
  )
}
