import {Button} from '@mantine/core'
import {useClipboard} from '@mantine/hooks'
import {texts} from './texts'

/** `what` is said to those who do not see beside what it stands. */
export function CopyButton({what, value}: {what: string; value: string}) {
  const {copy, copied, error} = useClipboard()
  const outcome = error !== null ? texts.copyFailed : copied ? texts.copied : null
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={`${outcome ?? texts.copy}: ${what}`}
      onClick={() => copy(value)}
    >
      {outcome ?? texts.copy}
    </Button>
  )
}
