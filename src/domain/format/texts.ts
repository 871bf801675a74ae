import {NUMBER_WORDS} from '../../../contract/rules/format/numbers'
import {textsOf} from '../language'

/** The words of times and numbers that Intl has no words for. */
export const texts = textsOf('format', {
  justNow: 'just now',
  ago: (age: string) => `${age} ago`,
  ahead: (age: string) => `in ${age}`,
  ...NUMBER_WORDS,
  thousands: ',',
})

/** Writes a count with its thousands grouped, for texts that are read without the formats of the page. */
export const counted = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, texts.thousands)
