import {TextInput, type TextInputProps} from '@mantine/core'
import {useState} from 'react'
import type {Formats} from '../../../domain/format/formats'
import {useApplication} from '../application'
import {texts} from '../text/texts'

interface Props extends Pick<TextInputProps, 'label' | 'aria-label' | 'description' | 'error'> {
  value: number | null
  least?: number
  most?: number
  onTyped: (value: number) => void
  /** Without it, the field must hold a number. */
  onEmptied?: () => void
}

/**
 * Hands on each number that is typed, and says of all else that it is not taken; the number that holds returns when the
 * field is left.
 */
export function NumberField({value, error, least = -Infinity, most = Infinity, onTyped, onEmptied, ...field}: Props) {
  const {formats} = useApplication()
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <TextInput
      {...field}
      size="xs"
      type="number"
      inputMode="decimal"
      step="any"
      value={refused ?? value ?? ''}
      error={refused === null ? error : requestedText(formats, least, most)}
      onChange={({currentTarget: {value: typed, validity, valueAsNumber}}) => {
        const isEmptied = typed === '' && !validity.badInput && onEmptied !== undefined
        const isTaken = valueAsNumber >= least && valueAsNumber <= most
        setRefused(isEmptied || isTaken ? null : typed)
        if (isEmptied) onEmptied()
        else if (isTaken) onTyped(valueAsNumber)
      }}
      onBlur={() => setRefused(null)}
    />
  )
}

function requestedText({number}: Formats, least: number, most: number): string {
  if (Number.isFinite(most)) return texts.number.between(number(least), number(most))
  return Number.isFinite(least) ? texts.number.from(number(least)) : texts.number.any
}
