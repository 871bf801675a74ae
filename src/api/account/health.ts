import {readHealth} from '../../../contract/wire/system'
import type {Http, Options} from '../http'

/** Throws 503 with the reason where the server runs and can't serve, and 404 for a server that has no such call. */
export async function loadHealth(http: Http, options: Options = {}): Promise<void> {
  await http.call(readHealth, options)
}
