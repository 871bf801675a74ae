import {Button} from '@mantine/core'
import {useClipboard} from '@mantine/hooks'
import {IconCheck, IconCopy} from '../mark/icons'
import styles from './CopyButton.module.css'
import {texts} from './texts'

interface Props {
  /** Names the copied thing for screen readers, which don't show the surroundings of the button. */
  what: string
  value: string
  /** Used where there is no room for the word. */
  isIconOnly?: boolean
}

export function CopyButton({what, value, isIconOnly = false}: Props) {
  const {copy, copied, error} = useClipboard()
  const outcome = error !== null ? texts.copyFailed : copied ? texts.copied : null
  const name = `${outcome ?? texts.copy}: ${what}`
  const icon = copied ? <IconCheck /> : <IconCopy />
  const given = {variant: 'subtle', size: 'compact-xs', 'aria-label': name, onClick: () => copy(value)}
  if (isIconOnly)
    return (
      <Button {...given} px={4} title={name}>
        {icon}
      </Button>
    )
  return (
    <Button {...given} leftSection={icon}>
      {outcome ?? texts.copy}
    </Button>
  )
}

/** An id on a short line, with the whole in its title and a button to copy it. `what` is for screen readers. */
export function CopyableId({what, id}: {what: string; id: string}) {
  return (
    <span className={styles.id}>
      <code title={id}>{id}</code>
      <CopyButton what={what} value={id} />
    </span>
  )
}
