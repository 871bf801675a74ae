import axios from 'axios'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import {apiError, unexpectedAnswer} from './errors'

/**
 * Reads `/config.json` of `origin` (empty: the page's own), past any cache. A host without one refuses it, or answers with a page
 * for people: then the defaults hold. One that is there and holds something else is an error, and so is no answer.
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
