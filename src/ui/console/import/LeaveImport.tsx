import {Button, Modal} from '@mantine/core'
import {useBeforeUnload, useBlocker} from 'react-router-dom'
import type {DeviceImportRef} from '../../../machines/deviceImport'
import styles from './Import.module.css'
import {texts} from './texts'

/** Asks before an import under way is left, by a link, by Back, or with the page. */
export function LeaveImport({deviceImport}: {deviceImport: DeviceImportRef}) {
  const isUnderWay = () => deviceImport.getSnapshot().matches('importing')
  const blocker = useBlocker(isUnderWay)
  useBeforeUnload(event => {
    if (isUnderWay()) event.preventDefault()
  })
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.leaving.heading}
      closeButtonProps={{'aria-label': texts.leaving.close}}
    >
      <div className={styles.step}>
        <p>{texts.leaving.lead}</p>
        <div className={styles.buttons}>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            {texts.leaving.leave}
          </Button>
          <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
            {texts.leaving.stay}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
