import {Textarea, TextInput} from '@mantine/core'
import type {ReactNode} from 'react'
import {DESCRIBED_BELOW} from '../../kit/form/fields'
import {texts} from './texts'

interface Props {
  name: string
  label: string
  value: string
  /** The mark of a stored secret; empty when none is stored. */
  stored: string
  error: ReactNode
  readOnly: boolean
  required?: boolean
  description?: string
  /** Allows several lines. */
  isLong?: boolean
  onTyped: (value: string) => void
}

/** A stored secret is not shown: its field is empty, and it stays as long as nothing is typed. */
export function SecretInput({value, stored, isLong = false, onTyped, required = false, ...input}: Props) {
  const shared = {
    ...input,
    // A stored secret need not be typed.
    required: required && stored === '',
    value: stored !== '' && value === stored ? '' : value,
    placeholder: stored === '' ? '' : texts.form.stored,
    inputWrapperOrder: DESCRIBED_BELOW,
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({currentTarget}: {currentTarget: {value: string}}) => onTyped(currentTarget.value || stored),
  }
  return isLong ? <Textarea {...shared} rows={2} autosize={false} /> : <TextInput {...shared} />
}
