import {TextInput} from '@mantine/core'
import {useCallback, useState} from 'react'
import type {EpochMs} from '../../../contract/wire/common'
import {localMinute, parseLocalMinute} from '../../domain/localMinute'
import {texts} from '../texts'

interface Props {
  label: string
  at: EpochMs | null
  zone: string
  error?: string | null
  className?: string | undefined
  /** Null means that the field was left empty. */
  onChosen: (at: EpochMs | null) => void
}

/** A time on the zone's clock, uncontrolled because a browser empties a half-typed time that is written back to it. */
export function MinuteField({label, at, zone, error, className, onChosen}: Props) {
  const text = at === null ? '' : localMinute(at, zone)
  const [isHalfTyped, setHalfTyped] = useState(false)
  const showUnlessHalfTyped = useCallback(
    (input: HTMLInputElement | null) => {
      if (input?.validity.valid) input.value = text
    },
    [text],
  )

  const choose = ({value, validity}: HTMLInputElement) => {
    if (value === '' || !validity.valid) return
    setHalfTyped(false)
    if (value !== text) onChosen(parseLocalMinute(value, zone))
  }
  const leave = ({value, validity}: HTMLInputElement) => {
    setHalfTyped(!validity.valid)
    if (value === '' && validity.valid && text !== '') onChosen(null)
  }

  return (
    <TextInput
      ref={showUnlessHalfTyped}
      className={className}
      size="xs"
      type="datetime-local"
      label={label}
      min="1970-01-02T00:00"
      max="2099-12-30T00:00"
      defaultValue={text}
      error={isHalfTyped ? texts.halfTypedTime : error}
      onChange={({currentTarget}) => choose(currentTarget)}
      onBlur={({currentTarget}) => leave(currentTarget)}
    />
  )
}
