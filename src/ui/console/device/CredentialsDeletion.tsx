import {Button, Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {CredentialsRef} from '../../../machines/credentials'
import {Failure} from '../Failure'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  /** The button that opened the dialog has gone with the credentials. */
  onGone: () => void
}

export function CredentialsDeletion({credentials, onGone}: Props) {
  const isOpen = useSelector(credentials, s => s.matches('deleting'))
  const isBusy = useSelector(credentials, s => s.matches({deleting: 'sending'}))
  const cancel = () => credentials.send({type: 'cancel.requested'})
  return (
    <Modal
      opened={isOpen}
      onClose={cancel}
      onExitTransitionEnd={() => {
        if (document.activeElement === document.body) onGone()
      }}
      title={texts.deletion.title}
      closeButtonProps={{'aria-label': texts.deletion.cancel}}
      transitionProps={{duration: 0}}
    >
      <div className={styles.dialog}>
        <Failure of={credentials} />
        <p>{texts.deletion.question}</p>
        <div className={styles.actions}>
          <Button
            color="red"
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => credentials.send({type: 'deletion.confirmed'})}
          >
            {isBusy ? texts.deletion.deleting : texts.deletion.confirm}
          </Button>
          <Button variant="default" data-autofocus onClick={cancel}>
            {texts.deletion.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
