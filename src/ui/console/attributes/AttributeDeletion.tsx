import {Button, Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AttributesRef} from '../../../machines/attributes'
import {Failure} from '../Failure'
import styles from './Attributes.module.css'
import {texts} from './texts'

interface Props {
  attributes: AttributesRef
  /** The button that opened the dialog has gone with its attribute. */
  onGone: () => void
}

export function AttributeDeletion({attributes, onGone}: Props) {
  const isOpen = useSelector(attributes, s => s.matches('deleting'))
  const isBusy = useSelector(attributes, s => s.matches({deleting: 'sending'}))
  const key = useSelector(attributes, ({context}) => context.chosen?.key ?? '')
  const cancel = () => attributes.send({type: 'cancel.requested'})
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
      <div className={styles.form}>
        <Failure of={attributes} />
        <p className={styles.question}>{texts.deletion.question(key)}</p>
        <div className={styles.buttons}>
          <Button
            color="red"
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => attributes.send({type: 'deletion.confirmed'})}
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
