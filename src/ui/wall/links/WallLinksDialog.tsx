import {Modal} from '@mantine/core'
import type {WallLinksLogic} from '../../../machines/wall/wallLinks'
import {buttons} from '../../kit/text/texts'
import {texts} from './texts'
import {WallLinks} from './WallLinks'

export interface ShownWallLinks {
  organisationId: string
  onClose: () => void
}

interface Props extends ShownWallLinks {
  logic: WallLinksLogic
}

export function WallLinksDialog({logic, organisationId, onClose}: Props) {
  return (
    <Modal
      opened
      size="xl"
      title={texts.title}
      closeButtonProps={{'aria-label': buttons.close}}
      transitionProps={{duration: 0}}
      onClose={onClose}
    >
      <WallLinks logic={logic} organisationId={organisationId} />
    </Modal>
  )
}
