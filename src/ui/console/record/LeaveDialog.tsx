import {Button, Modal} from '@mantine/core'
import {useBeforeUnload, useBlocker} from 'react-router-dom'
import type {RecordRef} from '../../../machines/record'
import styles from './Record.module.css'
import {texts} from './texts'

/** Asks before a changed form is left, by a link, by Back, or with the page. */
export function LeaveDialog({record}: {record: RecordRef}) {
  const isChanged = () => record.getSnapshot().can({type: 'draft.discarded'})
  const blocker = useBlocker(isChanged)
  useBeforeUnload(event => {
    if (isChanged()) event.preventDefault()
  })

  function leave() {
    record.send({type: 'draft.discarded'})
    blocker.proceed?.()
  }

  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.leaving.heading}
      closeButtonProps={{'aria-label': texts.close}}
    >
      <p className={styles.lead}>{texts.leaving.lead}</p>
      <div className={styles.buttons}>
        <Button color="red" onClick={leave}>
          {texts.leaving.leave}
        </Button>
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          {texts.leaving.stay}
        </Button>
      </div>
    </Modal>
  )
}
