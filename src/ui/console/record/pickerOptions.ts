import {type Choice, offeredChoices, withUnknown} from '../../../domain/console/records/choices'
import {texts} from './texts'

interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface PickerOptions {
  data: readonly Option[]
  /** Those to be drawn. */
  filter: (typed: {search: string}) => Option[]
  /** As which the chosen one stands in the field. */
  chosen: string
}

/** What a field offers in which `id` stands. `none`: what choosing none is called; null: one must be chosen. */
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

/** It stands among the options, so that it is read out with them. */
const remark = (label: string): Option => ({value: '…', label, disabled: true})
