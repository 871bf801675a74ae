import {useSelector} from '@xstate/react'
import type {CredentialsRef} from '../../../machines/console/credentials'
import {buttons} from '../../kit/buttonTexts'
import {ConfirmDialog} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {texts as allTexts} from './texts'

const texts = allTexts.deletion

export function CredentialsDeletion({credentials, onGone}: {credentials: CredentialsRef; onGone: () => void}) {
  const isOpen = useSelector(credentials, s => s.matches('deleting'))
  const isBusy = useSelector(credentials, s => s.matches({deleting: 'sending'}))
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      title={texts.title}
      confirm={isBusy ? buttons.deleting : buttons.delete}
      onConfirm={() => credentials.send({type: 'deletion.confirmed'})}
      onCancel={() => credentials.send({type: 'dialog.closed'})}
    >
      <Failure of={credentials} />
      <p>{texts.question}</p>
    </ConfirmDialog>
  )
}
