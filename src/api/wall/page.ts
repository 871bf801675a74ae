import {ApiError} from '../errors'

/** Fails unless the server hands the client's page out at this moment. */
export async function fetchPage(address: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(address, {signal, cache: 'no-store', headers: {accept: 'text/html'}})
  if (answer.ok && (await answer.text()).includes(BUILD_MARK)) return
  throw new ApiError({kind: 'unexpected', status: answer.status, serverMessage: null}, `${address} is not the page`)
}

/** The server writes it into the page. */
const BUILD_MARK = 'data-build="'
