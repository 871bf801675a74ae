import {TextInput} from '@mantine/core'
import {useCallback, useState} from 'react'
import type {EpochMs} from '../../../../contract/common'
import {localMinute, parseLocalMinute} from '../../../domain/localMinute'
import {texts} from '../texts'
import styles from './Chart.module.css'

interface Props {
  label: string
  at: EpochMs
  zone: string
  error: string | null
  onChosen: (at: EpochMs | null) => void
}

/** Uncontrolled: a browser empties a half-typed time that is written back to it. */
export function TimeField({label, at, zone, error, onChosen}: Props) {
  const text = localMinute(at, zone)
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
    if (value === '' && validity.valid) onChosen(null)
  }

  return (
    <TextInput
      ref={showUnlessHalfTyped}
      className={styles.time}
      size="xs"
      type="datetime-local"
      label={label}
      min="1970-01-02T00:00"
      max="2099-12-30T00:00"
      defaultValue={text}
      error={isHalfTyped ? texts.controls.invalidTime : error}
      onChange={({currentTarget}) => choose(currentTarget)}
      onBlur={({currentTarget}) => leave(currentTarget)}
    />
  )
}
