import {firstValueFrom, Subject} from 'rxjs'
import {uuidv7} from 'uuidv7'
import {fromCallback, fromPromise} from 'xstate'
import {IMPORT_BATCH_LENGTH} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import {ensureCredentials, importDevice, importDevices} from '../../api/console/deviceImport'
import {listRecords} from '../../api/console/records'
import {createRowCheck} from '../../domain/console/deviceImport/check'
import {TEMPLATE} from '../../domain/console/deviceImport/columns'
import {type QueuedRow, type RowOutcome, withFound} from '../../domain/console/deviceImport/outcome'
import {resultHeaders, resultLines, resultName} from '../../domain/console/deviceImport/result'
import type {RunCommand, RunEvent, RunInput, SavedResult} from '../../domain/console/deviceImport/run'
import {createSheetReader, type Sheet} from '../../domain/console/deviceImport/sheet'
import {customers} from '../../domain/console/records/customers'
import {devices} from '../../domain/console/records/devices'
import {texts} from '../../domain/console/texts'
import {failureOf, mayPass, messageOf} from '../../domain/failure'
import {type DeviceImportLogic, deviceImportMachine} from '../../machines/console/deviceImport'
import {connected} from '../../machines/ports'
import {importing, type Work} from '../../streams/console/importing'
import {mapInSlices, nextTask} from '../../streams/console/mapInSlices'
import {download} from '../../ui/kit/text/download'
import {ask} from '../ask'
import type {Connections} from '../connections'

type ImportConnections = Pick<Connections, 'http' | 'serverClock' | 'links'>

export function createDeviceImportLogic(connections: ImportConnections): DeviceImportLogic {
  const {http, links} = connections
  return connected(deviceImportMachine)({
    actors: {
      readFile: fromPromise(({input: {file}, signal}) => readSheet(file, signal)),
      loadExisting: ask(http, async (_, {organisationId}, options) => {
        const [foundCustomers, foundDevices, {offer}] = await Promise.all([
          listRecords(http, {description: customers, organisationId}, options),
          listRecords(http, {description: devices, organisationId}, options),
          firstValueFrom(links),
        ])
        return {customers: foundCustomers, devices: foundDevices, takesBatches: isPulsewall(offer)}
      }),
      checkRows: fromPromise(({input: {sheet, mapping, existing}, signal}) =>
        mapInSlices(
          sheet.rows,
          createRowCheck({width: sheet.headers.length, mapping, existing, newId: uuidv7}),
          signal,
        ),
      ),
      run: fromCallback(actor => startRun(connections, actor)),
    },
    actions: {
      saveTemplate: () => download('devices.csv', 'text/csv', TEMPLATE),
      saveResult: (_, saved) => void saveResult(saved),
    },
  })
}

interface RunActor {
  input: RunInput
  sendBack: (event: RunEvent) => void
  receive: (listener: (command: RunCommand) => void) => void
}

/** Starts making the devices, and returns a function that aborts the run. */
function startRun(connections: ImportConnections, {input, sendBack, receive}: RunActor): () => void {
  const cancelled = new Subject<void>()
  receive(() => cancelled.next())
  const prepare = async (signal: AbortSignal) =>
    input.takesBatches ? inBatches(connections, input) : oneByOne(connections, input, signal)
  const subscription = importing({prepare, cancelled}).subscribe(sendBack)
  return () => subscription.unsubscribe()
}

/** Sends one batch at a time, so that at most one answer is lost. The server recognises devices that are sent again. */
const inBatches = ({http}: ImportConnections, {organisationId, rows}: RunInput): Work => ({
  rows,
  batchLength: IMPORT_BATCH_LENGTH,
  atOnce: 1,
  async send(batch, signal) {
    const made = batch.map(({device}) => device)
    const imports = await importDevices(http, {organisationId, made}, {signal})
    return batch.flatMap(({line}, at) => {
      const result = imports[at]
      return result === undefined ? [] : [{line, deviceId: null, message: null, ...result}]
    })
  },
})

const AT_ONCE = 6

/** Uses the specified calls, which would make a device twice. Lost rows are therefore looked up on the server first. */
async function oneByOne(
  connections: ImportConnections,
  {organisationId, rows, lost}: RunInput,
  signal: AbortSignal,
): Promise<Work> {
  const found =
    lost.lines.size > 0 ? await listRecords(connections.http, {description: devices, organisationId}, {signal}) : []
  return {
    rows: withFound(rows, found, lost),
    batchLength: 1,
    atOnce: AT_ONCE,
    send: (batch, signal) => Promise.all(batch.map(row => makeOne(connections, organisationId, row, signal))),
  }
}

async function makeOne(
  {http}: ImportConnections,
  organisationId: string,
  {line, device, deviceId: madeBefore}: QueuedRow,
  signal: AbortSignal,
): Promise<RowOutcome> {
  let deviceId = madeBefore
  try {
    deviceId ??= await importDevice(http, {organisationId, device}, {signal})
    if (device.accessToken !== null) {
      const credentials = {deviceId, accessToken: device.accessToken}
      await ensureCredentials(http, credentials, {signal})
    }
    return {line, deviceId, message: null}
  } catch (error) {
    if (!concernsRow(error)) throw error
    return {
      line,
      deviceId,
      message: messageOf(error, deviceId === null ? devices.texts.createFailed : texts.deviceUntokened),
    }
  }
}

/** Tells failures of a single row from those that would hit every other row as well. */
function concernsRow(error: unknown): boolean {
  const {kind, status} = failureOf(error)
  return kind === 'refused' && !mayPass(error) && status !== 401 && status !== 403
}

const ROWS_AT_ONCE = 500

async function saveResult({fileName, rows, result}: SavedResult): Promise<void> {
  const starts = Array.from({length: Math.ceil(rows.length / ROWS_AT_ONCE)}, (_, at) => at * ROWS_AT_ONCE)
  const slices = await mapInSlices(
    starts,
    start => resultLines(rows.slice(start, start + ROWS_AT_ONCE), result),
    new AbortController().signal,
  )
  download(resultName(fileName), 'text/csv', resultHeaders(result.sheet) + slices.join(''))
}

const BYTE_LIMIT = 50_000_000
/** A piece of this length is parsed in a few milliseconds. */
const PIECE_LENGTH = 100_000

const refusals = {
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
