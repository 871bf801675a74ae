import {describe, expect, it} from 'vitest'
import {createNumbers, NUMBER_WORDS} from '../../../contract/rules/format/numbers'
import {bytesText, durationText} from '../../../src/domain/media/measures'

const SPACE = '\u202f'

describe('sizes and durations', () => {
  it.each([
    [0, 'B', '0'],
    [1023, 'B', '1,023'],
    [1536, 'KiB', '1.5'],
    [13_002_342, 'MiB', '12.4'],
    [2_147_483_648, 'GiB', '2'],
  ])('writes %d bytes', (bytes, unit, number) => {
    expect(bytesText(bytes, createNumbers('en-GB', NUMBER_WORDS))).toBe(`${number}${SPACE}${unit}`)
  })

  it.each([
    [400, '0:00'],
    [8000, '0:08'],
    [725_400, '12:05'],
    [3_723_000, '1:02:03'],
  ])('writes %d ms', (duration, text) => {
    expect(durationText(duration)).toBe(text)
  })
})
