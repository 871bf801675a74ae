import type {Json} from '../../../../contract/wire/common'
import {oneOf} from '../options'

/** Whether a panel is shown once, or once for each label of its devices. */
export const REPEATS = ['none', 'label'] as const

export interface Repeatable {
  repeat: (typeof REPEATS)[number]
}

export const repeatIn = (json: Json | undefined): Repeatable['repeat'] => oneOf(REPEATS, json) ?? 'none'
