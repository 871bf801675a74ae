import {Select} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type KeyboardEvent, useMemo} from 'react'
import {isListed} from '../../../../domain/console/records/choices'
import {DESCRIPTIONS} from '../../../../domain/console/records/descriptions'
import {DESCRIBED_BELOW} from '../../../kit/form/fields'
import {texts} from '../texts'
import type {ListedIdProps} from './idFieldProps'
import styles from './Picker.module.css'
import {pickerOptions} from './pickerOptions'
import {useField} from './useField'

/** Chooses one of the listed records. An id that is not listed stays in the field until another one is chosen. */
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
      // Mantine puts `name` on a hidden input, which can't be focused. `form.elements.namedItem` also finds ids.
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

/** Selects the label of the chosen record, so that typing replaces it. */
function selectText(input: HTMLInputElement, chosen: string) {
  if (input.value === chosen) input.select()
}

/** While the options are open, Enter only chooses: submitting the form would send the old choice if none matches. */
function keepFromSending(event: KeyboardEvent<HTMLInputElement>) {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
  if (event.key === 'Enter' && isOpen) event.preventDefault()
}
