import {Select} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type KeyboardEvent, useMemo} from 'react'
import {isListed} from '../../../domain/console/records/choices'
import {DESCRIPTIONS} from '../../../domain/console/records/descriptions'
import type {ListedIdProps} from './idFieldProps'
import styles from './Picker.module.css'
import {pickerOptions} from './pickerOptions'
import {texts} from './texts'
import {DESCRIBED_BELOW, useField} from './useField'

/** One of the records of a kind. An id that is none of theirs stays until another is chosen. */
export function ChosenId({choices, keptFocus, ...props}: ListedIdProps) {
  const {value, isBusy, change, shared} = useField(props)
  const {name, required, ...rest} = shared
  const isWaiting = useSelector(choices, s => s.hasTag('waiting'))
  const listed = useSelector(choices, ({context}) => context.choices)
  const {noun, plural} = DESCRIPTIONS[props.names]
  const none = texts.picker.none(noun)
  const id = String(value).trim()
  const {data, filter, chosen} = useMemo(
    () => pickerOptions(listed, id, required ? null : none),
    [listed, id, required, none],
  )
  const isUnknown = id !== '' && !isListed(listed, id)
  const hint = isUnknown ? texts.picker.unknown(noun) : texts.picker.listed(listed.length, noun, plural)

  return (
    <Select
      {...rest}
      // Mantine gives a name to a hidden field, which can't be focused. A form finds its fields by their ids, too.
      id={name}
      ref={keptFocus}
      required={required}
      classNames={styles}
      description={isWaiting ? texts.picker.loading(plural) : hint}
      inputWrapperOrder={DESCRIBED_BELOW}
      placeholder={isWaiting ? undefined : none}
      data={data}
      filter={filter}
      searchable
      clearable={!required}
      allowDeselect={false}
      openOnFocus={false}
      withScrollArea={false}
      comboboxProps={{withinPortal: false, offset: 2, shadow: 'md'}}
      readOnly={isBusy || isWaiting}
      spellCheck={false}
      value={id === '' ? null : id}
      onChange={selected => change(selected ?? '')}
      onClick={({currentTarget}) => selectText(currentTarget, chosen)}
      onKeyDown={keepFromSending}
    />
  )
}

/** So that typing takes the place of the chosen one. */
function selectText(input: HTMLInputElement, chosen: string) {
  if (input.value === chosen) input.select()
}

/** Enter chooses; where nothing was found it must not send a form that still has the old choice. */
function keepFromSending(event: KeyboardEvent<HTMLInputElement>) {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
  if (event.key === 'Enter' && isOpen) event.preventDefault()
}
