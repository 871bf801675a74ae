import {Button} from '@mantine/core'
import {type ReactNode, useState} from 'react'
import {PlainDialog} from '../dialog/PlainDialog'

interface Props {
  label: string
  icon?: ReactNode
  /** The name of the dialog, where the label of the button is not enough. */
  title?: string
  children: (close: () => void) => ReactNode
}

/** A button that opens a small dialog beneath itself. */
export function PopoverButton({label, icon, title = label, children}: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <PlainDialog title={title} place="opener" onClose={close}>
          {children(close)}
        </PlainDialog>
      )}
    </>
  )
}
