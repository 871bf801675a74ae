import axios from 'axios'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import {apiError, unexpectedAnswer} from './errors'

/**
 * Reads `/config.json` of `origin` (an empty one means the page's own), past any cache. The defaults hold when the
 * host refuses the file or answers with something other than JSON, such as its start page. JSON of another shape is an
 * error, and so is a missing answer.
 */
export async function loadConfig({
  origin = '',
  signal,
}: {
  origin?: string
  signal?: AbortSignal
}): Promise<ClientConfig> {
  const {success, data, error} = clientConfig.safeParse(await read(`${origin}${PATH}`, signal))
  if (!success) throw unexpectedAnswer(CALL, null, error)
  return data
}

const PATH = '/config.json'
const CALL = `GET ${PATH}`
const NOTHING_SET = {}

async function read(url: string, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const headers = {'Cache-Control': 'no-cache'}
    const answer = await axios.get<unknown>(url, {headers, ...(signal === undefined ? {} : {signal})})
    return /json/.test(String(answer.headers['content-type'])) ? answer.data : NOTHING_SET
  } catch (cause) {
    const error = apiError(CALL, cause)
    if (error.kind === 'refused') return NOTHING_SET
    throw error
  }
}
