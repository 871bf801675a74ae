import {textsOf} from '../language'

/** The words of times and numbers that Intl has no words for. */
export const texts = textsOf('format', {
  justNow: 'just now',
  ago: (age: string) => `${age} ago`,
  ahead: (age: string) => `in ${age}`,
  notANumber: 'not a number',
  beyondRange: 'beyond range',
  thousands: ',',
})
