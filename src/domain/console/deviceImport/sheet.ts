import {type ParseResult, Parser, parse} from 'papaparse'
import {texts} from './texts'

/** The rows of a file without empty ones. `line` is the one of the file in which a row begins; the first is 1. */
export interface Sheet {
  headers: readonly string[]
  rows: readonly SheetRow[]
}

export interface SheetRow {
  line: number
  cells: readonly string[]
}

export const ROW_LIMIT = 100_000
const COLUMN_LIMIT = 200
/** The longest row in characters. An unclosed quotation mark would otherwise read the rest of the file as one row. */
const ROW_LENGTH = 1_000_000

export interface SheetReader {
  /** Takes the next piece of the text. Returns the reason when the file is refused, and null otherwise. */
  push(text: string, isLast: boolean): string | null
  sheet(): Sheet
}

/**
 * Reads CSV in pieces. The separator is the one that Excel names in a first line such as `sep=;`, or is guessed among
 * comma, semicolon, tab and bar.
 */
export function createSheetReader(): SheetReader {
  const rows: SheetRow[] = []
  let headers: readonly string[] | null = null
  let delimiter: string | null = null
  let rest = ''
  let lines = 0

  return {
    push(text, isLast) {
      rest = withPlainLineEnds(rest + text, isLast)
      if (!isLast && rest.length < SAMPLE_LENGTH && delimiter === null) return null
      delimiter ??= namedDelimiter() ?? delimiterOf(rest)
      const parser = new Parser({delimiter, newline: '\n'})
      const {data, errors, meta}: ParseResult<string[]> = parser.parse(rest.replace(/\r$/, ''), 0, !isLast)
      const [mismatch] = errors
      if (mismatch !== undefined)
        return texts.refusals.quotes(lines + sum(data.slice(0, mismatch.row).map(linesOf)) + 1)
      rest = rest.slice(meta.cursor)
      if (rest.length > ROW_LENGTH) return texts.refusals.quotes(lines + sum(data.map(linesOf)) + 1)
      data.forEach(take)
      return refusal(isLast)
    },
    sheet: () => ({headers: headers ?? [], rows}),
  }

  function namedDelimiter(): string | undefined {
    const [first = '', named] = /^sep=(.)(?:\n|$)/i.exec(rest) ?? []
    if (named === undefined) return undefined
    rest = rest.slice(first.length)
    lines = 1
    return named
  }

  function take(cells: string[]): void {
    const line = lines + 1
    lines += linesOf(cells)
    if (cells.every(cell => cell.trim() === '')) return
    if (headers === null) headers = cells.map(cell => cell.trim())
    else rows.push({line, cells})
  }

  function refusal(isLast: boolean): string | null {
    if (headers !== null && headers.length > COLUMN_LIMIT) return texts.refusals.tooManyColumns(COLUMN_LIMIT)
    if (rows.length > ROW_LIMIT) return texts.refusals.tooManyRows(ROW_LIMIT)
    if (!isLast) return null
    if (headers === null) return texts.refusals.empty
    return rows.length === 0 ? texts.refusals.noRows : null
  }
}

/**
 * Keeps a carriage return at the end of a piece, because the line feed of the same line end may follow in the next one.
 */
const withPlainLineEnds = (text: string, isLast: boolean): string =>
  text.replace(isLast ? /\r\n?/g : /\r\n|\r(?!$)/g, '\n')

/** A quoted cell may hold line ends. */
const linesOf = (cells: readonly string[]): number => cells.join('').split('\n').length

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

const SAMPLE_LENGTH = 10_000

function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  return parse(sample, {preview: 20, skipEmptyLines: 'greedy', delimitersToGuess: [',', ';', '\t', '|']}).meta.delimiter
}

/** The header of a column, or a numbered name for a column without one. */
export const headerOf = ({headers}: Pick<Sheet, 'headers'>, at: number): string =>
  headers[at] || texts.unnamedColumn(at + 1)
