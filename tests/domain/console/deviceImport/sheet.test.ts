import {describe, expect, it} from 'vitest'
import {createSheetReader, ROW_LIMIT, type Sheet} from '../../../../src/domain/console/deviceImport/sheet'

/** Reads a text in pieces of `length` characters. */
function read(text: string, length = text.length || 1): Sheet | string {
  const reader = createSheetReader()
  for (let at = 0; at === 0 || at < text.length; at += length) {
    const refusal = reader.push(text.slice(at, at + length), at + length >= text.length)
    if (refusal !== null) return refusal
  }
  return reader.sheet()
}

const row = (line: number, ...cells: string[]) => ({line, cells})

describe('reading a sheet', () => {
  it.each([
    ['commas', 'name,type\nPump,motor\n'],
    ['semicolons, as spreadsheets write where the comma is decimal', 'name;type\r\nPump;motor\r\n'],
    ['tabs', 'name\ttype\nPump\tmotor'],
    ['bars', 'name|type\nPump|motor'],
    ['line ends of old', 'name,type\rPump,motor\r'],
    ['line ends of both kinds', 'name,type\r\nPump,motor\n'],
  ])('understands %s', (_, text) => {
    expect(read(text)).toEqual({headers: ['name', 'type'], rows: [row(2, 'Pump', 'motor')]})
  })

  it.each([';', ',', '\t', '|', '!'])('takes the separator %j from the line that Excel begins with', separator => {
    const text = `sep=${separator}\r\nname${separator}type\r\nPump${separator}motor\r\n`
    for (const length of [1, 7, text.length])
      expect(read(text, length)).toEqual({headers: ['name', 'type'], rows: [row(3, 'Pump', 'motor')]})
  })

  it('takes a file of one column', () => {
    expect(read('name\nPump 1\nPump 2')).toEqual({headers: ['name'], rows: [row(2, 'Pump 1'), row(3, 'Pump 2')]})
  })

  it('reads quotes with separators, line ends and quotes within', () => {
    expect(read('name,label\n"Pump ""A"", left","two\r\nlines"\nFan,"x"')).toEqual({
      headers: ['name', 'label'],
      rows: [row(2, 'Pump "A", left', 'two\nlines'), row(4, 'Fan', 'x')],
    })
  })

  it.each([1, 2, 3, 7])('reads the same in pieces of %i characters', length => {
    const record = '"a ""b"", c","two\r\nlines"\r\n\r\nFan,"x"\r\n'
    const text = `name,label\r\n${record.repeat(300)}`
    const sheet = read(text, length)
    expect(sheet).toEqual(read(text))
    expect(typeof sheet === 'string' ? sheet : [sheet.rows.length, sheet.rows.slice(-2)]).toEqual([
      600,
      [row(1198, 'a "b", c', 'two\nlines'), row(1201, 'Fan', 'x')],
    ])
  })

  it('leaves out empty rows, and counts them', () => {
    expect(read('\nname,type\n,\n \nPump,\n')).toEqual({headers: ['name', 'type'], rows: [row(5, 'Pump', '')]})
  })

  it('keeps rows that are too short or too long as they are', () => {
    expect(read('name,type,label\nPump\nFan,a,b,c')).toEqual({
      headers: ['name', 'type', 'label'],
      rows: [row(2, 'Pump'), row(3, 'Fan', 'a', 'b', 'c')],
    })
  })

  it('keeps markup, marks for right-to-left and long texts as they are', () => {
    const long = 'x'.repeat(5000)
    expect(read(`name,type\n<b>\u202Eabc</b>,${long}`)).toEqual({
      headers: ['name', 'type'],
      rows: [row(2, '<b>\u202Eabc</b>', long)],
    })
  })
})

describe('refusing a sheet', () => {
  it.each([
    ['nothing', '', 'The file is empty.'],
    ['blank lines alone', ' \n\n', 'The file is empty.'],
    ['a separator alone', 'sep=;', 'The file is empty.'],
    ['headers alone', 'name,type\n', 'The file has headers, but no rows below them.'],
    [
      'a quotation mark that is not closed',
      'name,type\nPump,a\n"Fan,b\nBelt,c',
      'The quotation marks in line 3 don’t match. Nothing behind them can be told for certain.',
    ],
    [
      'a quotation mark below quoted line ends',
      'name,type\n"Pump\n\n",a\n"Fan" 1,b',
      'The quotation marks in line 5 don’t match. Nothing behind them can be told for certain.',
    ],
    [
      'a text behind a closed quotation mark',
      'name,type\n"Pump" 1,a\nFan,b',
      'The quotation marks in line 2 don’t match. Nothing behind them can be told for certain.',
    ],
    ['very many columns', `${'a,'.repeat(300)}\nb`, 'The file has more than 200 columns.'],
  ])('says why: %s', (_, text, refusal) => {
    expect(read(text)).toBe(refusal)
  })

  it('does not collect a whole file behind one quotation mark', () => {
    const text = `name\n"${'Pump\n'.repeat(300_000)}`
    expect(read(text, 100_000)).toBe(
      'The quotation marks in line 2 don’t match. Nothing behind them can be told for certain.',
    )
  })

  it('takes as many rows as allowed, and not one more', () => {
    const rows = (count: number) => `name\n${'x\n'.repeat(count)}`
    const sheet = read(rows(ROW_LIMIT), 100_000)
    expect(typeof sheet === 'string' ? sheet : sheet.rows.length).toBe(ROW_LIMIT)
    expect(read(rows(ROW_LIMIT + 1), 100_000)).toBe('The file has more than 100,000 rows. Split it.')
  })
})
