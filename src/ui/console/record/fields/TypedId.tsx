import {TextInput} from '@mantine/core'
import type {ReactNode, Ref} from 'react'
import {DESCRIBED_BELOW} from '../../../kit/form/fields'
import {type RecordFieldProps, useField} from './useField'

export interface TypedIdProps extends RecordFieldProps {
  /** Says why the id has to be typed instead of chosen. */
  hint: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

export function TypedId({hint, inputRef, ...props}: TypedIdProps) {
  const {value, isBusy, change, shared} = useField(props)
  return (
    <TextInput
      {...shared}
      ref={inputRef}
      description={hint}
      inputWrapperOrder={DESCRIBED_BELOW}
      value={String(value)}
      readOnly={isBusy}
      autoComplete="off"
      spellCheck={false}
      onChange={({currentTarget}) => change(currentTarget.value)}
    />
  )
}
