import {createLocaleFormats, type FormatSettings, type LocaleFormats} from '../../../contract/rules/format/formats'
import {isTime} from '../../../contract/rules/format/times'
import {SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {ageOf} from './age'
import {texts} from './texts'

/** Writes all numbers and times of the page. */
export interface Formats extends LocaleFormats {
  /** Writes '3 min ago', 'in 3 min' or 'just now'. */
  relative(at: EpochMs, now: EpochMs): string
}

export const createFormats = (settings: FormatSettings): Formats => ({
  ...createLocaleFormats(settings, texts),
  relative(at, now) {
    const distance = Math.abs(now - at)
    if (!(distance >= SECOND)) return isTime(at) ? texts.justNow : String(at)
    const age = ageOf(0, distance)
    return at > now ? texts.ahead(age) : texts.ago(age)
  },
})
