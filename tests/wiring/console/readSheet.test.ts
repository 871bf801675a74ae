// @vitest-environment node
import {describe, expect, it} from 'vitest'
import {readSheet} from '../../../src/wiring/console/deviceImport'

const read = (...parts: BlobPart[]) => readSheet(new Blob(parts), new AbortController().signal)
const SHEET = {
  sheet: {
    headers: ['name', 'label'],
    rows: [
      {line: 2, cells: ['Pümpe', '温度']},
      {line: 3, cells: ['Fan', '']},
    ],
  },
}
const TEXT = 'name,label\nPümpe,温度\nFan,\n'

/** Windows-1252, as spreadsheets save CSV without being asked for UTF-8. */
const latin = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const wide = (text: string) =>
  Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))
const swapped = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] ?? 0)

describe('reading a file', () => {
  it.each([
    ['UTF-8', [TEXT]],
    ['UTF-8 with a byte order mark', ['\uFEFF', TEXT]],
    ['UTF-16 with a byte order mark', [wide(`\uFEFF${TEXT}`)]],
    ['UTF-16 of the other order', [swapped(wide(`\uFEFF${TEXT}`))]],
  ])('understands %s', async (_, parts) => {
    expect(await read(...parts)).toEqual(SHEET)
  })

  it('keeps letters whole that lie across two pieces', async () => {
    const names = Array.from({length: 60_000}, (_, at) => `ü温😀${at}`)
    const found = await read(`name\n${names.join('\n')}`)
    expect('sheet' in found && found.sheet.rows.map(({cells}) => cells[0])).toEqual(names)
  })

  it.each([
    ['nothing', [''], 'The file is empty.'],
    ['a byte order mark alone', ['\uFEFF'], 'The file is empty.'],
    [
      'a picture',
      [new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])],
      'This is no CSV file: it holds no text.',
    ],
    [
      'a zero far behind',
      [`name\n${'x\n'.repeat(50_000)}`, new Uint8Array([0])],
      'This is no CSV file: it holds no text.',
    ],
    [
      'letters of another encoding',
      [latin('name\nPümpe\n')],
      'The text of the file is not encoded in UTF-8. Save it as “CSV UTF-8”.',
    ],
    [
      'half a letter at the end',
      [new Uint8Array([...new TextEncoder().encode('name\nPump '), 0xc3])],
      'The text of the file is not encoded in UTF-8. Save it as “CSV UTF-8”.',
    ],
    ['more than 50 MB', ['x'.repeat(50_000_001)], 'The file is larger than 50 MB. Split it.'],
    ['more rows than are taken', [`name\n${'x\n'.repeat(100_001)}`], 'The file has more than 100,000 rows. Split it.'],
  ])('refuses %s by name', async (_, parts, refusal) => {
    expect(await read(...parts)).toEqual({refusal})
  })

  it('ends when it is given up', async () => {
    const abort = new AbortController()
    abort.abort(new Error('given up'))
    await expect(readSheet(new Blob([TEXT]), abort.signal)).rejects.toThrow('given up')
  })
})
