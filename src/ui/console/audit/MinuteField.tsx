import {TextInput} from '@mantine/core'
import {useCallback} from 'react'
import type {EpochMs} from '../../../../contract/common'
import {localMinute, parseLocalMinute} from '../../../domain/localMinute'
import {useApplication} from '../../application'

interface Props {
  label: string
  at: EpochMs | null
  onChosen: (at: EpochMs | null) => void
}

/** On the viewer's clock. Uncontrolled: a browser empties a half-typed time that is written back to it. */
export function MinuteField({label, at, onChosen}: Props) {
  const {zone} = useApplication()
  const text = at === null ? '' : localMinute(at, zone)
  const showUnlessTyping = useCallback(
    (input: HTMLInputElement | null) => {
      if (input !== null && input !== document.activeElement) input.value = text
    },
    [text],
  )
  return (
    <TextInput
      ref={showUnlessTyping}
      size="xs"
      type="datetime-local"
      label={label}
      min="1970-01-02T00:00"
      max="2099-12-30T00:00"
      defaultValue={text}
      onChange={({currentTarget: {value, validity}}) => {
        if (validity.valid && value !== text) onChosen(parseLocalMinute(value, zone))
      }}
    />
  )
}
