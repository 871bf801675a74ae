import {Button} from '@mantine/core'

interface Props {
  text: {label: string; what: (name: string) => string}
  /** The name of the row, so that the button is known when it is read out alone. */
  name: string
  size?: 'xs' | 'compact-xs'
  onClick: () => void
}

/** A button of one row, with the same label in each row. */
export function RowButton({text, name, size = 'compact-xs', onClick}: Props) {
  return (
    <Button size={size} variant="default" aria-label={text.what(name)} onClick={onClick}>
      {text.label}
    </Button>
  )
}
