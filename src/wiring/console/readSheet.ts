import {createSheetReader, type Sheet} from '../../domain/console/deviceImport/sheet'
import {nextTask} from '../../streams/console/mapInSlices'

const BYTE_LIMIT = 50_000_000
/** A piece of this length is parsed in a few milliseconds. */
const PIECE_LENGTH = 100_000

export const refusals = {
  tooLarge: 'The file is larger than 50 MB. Split it.',
  binary: 'This is no CSV file: it holds no text.',
  encoding: 'The text of the file is not encoded in UTF-8. Save it as “CSV UTF-8”.',
}

/** Reads a CSV file in pieces, so that the page stays responsive. */
export async function readSheet(file: Blob, signal: AbortSignal): Promise<{sheet: Sheet} | {refusal: string}> {
  if (file.size > BYTE_LIMIT) return {refusal: refusals.tooLarge}
  const reader = createSheetReader()
  const decode = await decoderFor(file)
  const bytes = file.stream().getReader()
  for (;;) {
    const {done, value} = await bytes.read()
    signal.throwIfAborted()
    const text = decode(value)
    if ('refusal' in text) return text
    for (const piece of piecesOf(text.text)) {
      const refusal = reader.push(piece, false)
      if (refusal !== null) return {refusal}
      await nextTask()
    }
    if (!done) continue
    const refusal = reader.push('', true)
    return refusal === null ? {sheet: reader.sheet()} : {refusal}
  }
}

type Decode = (bytes: Uint8Array | undefined) => {text: string} | {refusal: string}

/** Spreadsheets write UTF-8, or UTF-16 with a byte order mark. */
async function decoderFor(file: Blob): Promise<Decode> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  const decoder = new TextDecoder(wide ?? 'utf-8', {fatal: true})
  return bytes => {
    if (wide === undefined && bytes?.includes(0)) return {refusal: refusals.binary}
    try {
      return {text: decoder.decode(bytes, {stream: bytes !== undefined})}
    } catch {
      return {refusal: refusals.encoding}
    }
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH)
}
