import {type Choice, offeredChoices, withUnknown} from '../../../../domain/console/records/choices'
import {texts} from '../texts'

interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface PickerOptions {
  data: readonly Option[]
  /** Returns the options that match the typed text, at most `MOST_OFFERED` records. */
  filter: (typed: {search: string}) => Option[]
  /** The label of the chosen record, as the field shows it; empty when none is chosen. */
  chosen: string
}

/** `id` is the current value; `none` is the label of the empty option, or null where a record must be chosen. */
export function pickerOptions(listed: readonly Choice[], id: string, none: string | null): PickerOptions {
  const choices = withUnknown(listed, id)
  const first = none === null ? [] : [{value: '', label: none}]
  return {
    data: [...first, ...choices],
    filter: ({search}) => {
      const {offered, more} = offeredChoices(choices, search)
      const drawn = search.trim() === '' ? [...first, ...offered] : offered
      if (drawn.length === 0) return [remark(texts.picker.nothingFound)]
      return more === 0 ? [...drawn] : [...drawn, remark(texts.picker.more(more))]
    },
    chosen: choices.find(({value}) => value === id)?.label ?? '',
  }
}

/** A remark is a disabled option, so that screen readers read it together with the options. */
const remark = (label: string): Option => ({value: '…', label, disabled: true})
