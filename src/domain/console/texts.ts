import {textsOf} from '../language'

/** The messages about typed values in the console. */
export const texts = textsOf('domain.console', {
  key: 'Key',
  value: 'Value',
  method: 'Method',
  required: (label: string) => `${label} is required.`,
  tooLong: (characters: number) => `At most ${characters.toLocaleString('en')} characters.`,
  controlCharacters: 'Line breaks, tabs and other control characters can’t be stored.',
  broken: 'NUL and broken characters can’t be stored.',
  noEmail: 'This is not an email address.',
  passwordTooShort: (characters: number) => `Use at least ${characters} characters.`,
  passwordTooLong: (characters: number) => `Use at most ${characters} characters.`,
  noDays: (most: number) => `This is not a whole number of days from 1 to ${most.toLocaleString('en')}.`,
  restoringNeedsPassword: 'Password is required when restoring a deleted user.',
  notWhole: 'This is not a whole number between -(2⁵³ - 1) and 2⁵³ - 1.',
  notANumber: 'This is not a number.',
  noJson: 'This is no valid JSON.',
  noInfoJson: 'This is no valid JSON. A plain text must not begin with { or [.',
  nullIsNoValue: 'null is no value.',
  tooDeep: (levels: number) => `JSON may be nested ${levels} levels deep at most.`,
  tooManyBytes: (bytes: number) => `JSON may have ${bytes.toLocaleString('en')} bytes at most.`,
  deviceUntokened: 'The device was made without its access token.',
})
