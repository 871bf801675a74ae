import axios from 'axios'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import {apiError, unexpectedAnswer} from './errors'

/** Reads `/config.json` of the page's own origin, past any cache. */
export async function loadConfig(signal?: AbortSignal): Promise<ClientConfig> {
  const {success, data, error} = clientConfig.safeParse(await read(signal))
  if (!success) throw unexpectedAnswer(CALL, null, error)
  return data
}

const PATH = '/config.json'
const CALL = `GET ${PATH}`

async function read(signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const headers = {'Cache-Control': 'no-cache'}
    return (await axios.get<unknown>(PATH, {headers, ...(signal === undefined ? {} : {signal})})).data
  } catch (cause) {
    throw apiError(CALL, cause)
  }
}
