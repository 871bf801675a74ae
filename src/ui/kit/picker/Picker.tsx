import {
  Autocomplete,
  type AutocompleteProps,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
} from '@mantine/core'
import {type FocusEvent, type KeyboardEvent, useMemo} from 'react'
import {createOffers, type Searched, searchedText} from '../../../domain/wordSearch'
import {useApplication} from '../application'
import {texts} from '../text/texts'
import styles from './Picker.module.css'

/** The search looks in the label, unless the option names something else. */
export interface PickerOption extends Partial<Searched> {
  value: string
  label: string
  disabled?: boolean
}

interface OfOptions {
  data: readonly PickerOption[]
}

type Owned = 'data' | 'value' | 'onChange' | 'filter' | 'searchable' | 'limit' | 'nothingFoundMessage'

export interface PickerProps extends OfOptions, Omit<SelectProps, Owned> {
  /** Empty for none. */
  value: string
  /** Gets the value of an option, or an empty text once none is chosen any more. */
  onChosen: (value: string) => void
  /**
   * Tells whether the field holds the chosen value. Otherwise choosing does something, and leaving the field does not.
   */
  isHeld?: boolean
}

/**
 * A field for one of many options. All pickers find words in any order, say when nothing is found, take the first found
 * by Enter, and take the text left in them if it can only mean one option; otherwise they show the chosen one again.
 */
export function Picker({
  data,
  value,
  onChosen,
  isHeld = true,
  onBlur,
  onKeyDown,
  comboboxProps,
  ...props
}: PickerProps) {
  const search = useSearch(data)
  const chosen = data.find(option => option.value === value)
  return (
    <Select
      {...COMMON}
      allowDeselect={false}
      {...props}
      comboboxProps={{...COMBOBOX, ...comboboxProps}}
      data={data}
      filter={search.filter}
      value={value === '' || chosen === undefined ? null : value}
      onChange={selected => onChosen(selected ?? '')}
      onBlur={event => {
        const left = event.currentTarget.value
        const meant = isHeld && left !== chosen?.label ? search.onlyMatch(left) : null
        if (meant !== null) onChosen(meant.value)
        onBlur?.(event)
      }}
      onKeyDownCapture={event => takeMarked(event, chosen?.label ?? '')}
      onKeyDown={event => {
        keepFromSending(event)
        onKeyDown?.(event)
      }}
    />
  )
}

interface ManyPickerProps extends OfOptions, Omit<MultiSelectProps, Owned> {
  value: readonly string[]
  onChosen: (values: string[]) => void
}

/** As `Picker`, for several of the options. */
export function ManyPicker({data, value, onChosen, maxValues, ...props}: ManyPickerProps) {
  const search = useSearch(data)
  const take = ({currentTarget}: FocusEvent<HTMLInputElement>) => {
    const meant = search.onlyMatch(currentTarget.value)
    const hasRoom = value.length < (maxValues ?? Number.POSITIVE_INFINITY)
    if (meant !== null && hasRoom && !value.includes(meant.value)) onChosen([...value, meant.value])
  }
  return (
    <MultiSelect
      {...COMMON}
      {...props}
      {...(maxValues !== undefined && {maxValues})}
      comboboxProps={COMBOBOX}
      data={data}
      filter={search.filter}
      value={[...value]}
      onChange={onChosen}
      onBlur={take}
      onKeyDown={keepFromSending}
    />
  )
}

/** A field for any text, which offers some. */
export function SuggestField({data, ...props}: Omit<AutocompleteProps, 'filter' | 'data'> & {data: readonly string[]}) {
  const options = useMemo(() => data.map(each => ({value: each, label: each})), [data])
  const {found} = useSearch(options)
  return (
    <Autocomplete
      openOnFocus={false}
      comboboxProps={COMBOBOX}
      classNames={styles}
      {...props}
      data={[...data]}
      filter={({search}) => [...found(search).offered]}
    />
  )
}

const COMMON = {
  openOnFocus: false,
  searchable: true,
  selectFirstOptionOnChange: true,
  withScrollArea: false,
  spellCheck: false,
  classNames: styles,
} as const

/** Nothing outside of a dialog or a full screen can be pressed. */
const COMBOBOX = {withinPortal: false, offset: 2, shadow: 'md'} as const

function useSearch(data: readonly PickerOption[]) {
  const {formats} = useApplication()
  const offersOf = useMemo(createOffers, [])
  return useMemo(() => {
    const options = data.map(option => ({...option, searched: option.searched ?? searchedText(option.label)}))
    const found = (search: string) => offersOf(options, search)
    return {
      found,
      filter: ({search}: {search: string}) => {
        const {offered, more} = found(search)
        if (offered.length === 0) return [remark(texts.picker.nothing)]
        return more === 0 ? [...offered] : [...offered, remark(texts.picker.more(formats.number(more)))]
      },
      /** The one option that a text can mean: it is called so, or nothing else is found by it. */
      onlyMatch(text: string): PickerOption | null {
        const searched = searchedText(text).trim()
        if (searched === '') return null
        const called = options.filter(({label}) => searchedText(label) === searched)
        const {offered} = called.length > 0 ? {offered: called} : found(text)
        return offered.length === 1 ? (offered[0] ?? null) : null
      },
    }
  }, [data, offersOf, formats])
}

/** A remark is a disabled option, so that screen readers read it together with the options. */
const remark = (label: string) => ({value: '…', label, disabled: true})

/** While the options are open, Enter only chooses: submitting the form would send the old choice if none matches. */
function keepFromSending(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault()
}

/** Mantine marks the first option that is found, but forgets which it is when the list was opened by typing. */
function takeMarked(event: KeyboardEvent<HTMLInputElement>, chosen: string) {
  const {key, nativeEvent, currentTarget: field} = event
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (key !== 'Enter' || nativeEvent.isComposing || list === null || field.value === chosen) return
  event.preventDefault()
  event.stopPropagation()
  list.querySelector<HTMLElement>('[data-combobox-selected]')?.click()
}
