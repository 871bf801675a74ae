import {Button} from '@mantine/core'
import {useClipboard} from '@mantine/hooks'
import {IconCheck, IconCopy} from './icons'
import {texts} from './texts'

/** `what` names the copied thing for screen readers, which don't show what the button stands beside. */
export function CopyButton({what, value}: {what: string; value: string}) {
  const {copy, copied, error} = useClipboard()
  const outcome = error !== null ? texts.copyFailed : copied ? texts.copied : null
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={`${outcome ?? texts.copy}: ${what}`}
      leftSection={copied ? <IconCheck /> : <IconCopy />}
      onClick={() => copy(value)}
    >
      {outcome ?? texts.copy}
    </Button>
  )
}
