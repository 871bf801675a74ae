import {Button} from '@mantine/core'
import {type ReactNode, useState} from 'react'
import {PlainDialog, type PlainDialogProps} from '../dialog/PlainDialog'

interface Props {
  label: string
  icon?: ReactNode
  /** The name of the dialog, where the label of the button is not enough. */
  title?: string
  place?: Exclude<PlainDialogProps['place'], 'middle'>
  children: (close: () => void) => ReactNode
}

/** A button that opens a small dialog beneath or beside itself. */
export function PopoverButton({label, icon, title = label, place = 'opener', children}: Props) {
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
        <PlainDialog title={title} place={place} onClose={close}>
          {children(close)}
        </PlainDialog>
      )}
    </>
  )
}
