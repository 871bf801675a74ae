import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import * as z from 'zod'
import {type ClientConfig, clientConfig} from '../contract/wire/config'
import {StartRefused} from './database/startRefused'

/**
 * Reads the content of /config.json: `defaults`, whose fields are replaced by those of `DATA_DIR/config.json` if that
 * file exists; `demo` and `mapTiles` come from `defaults` alone. Throws `StartRefused` when the file is not valid.
 */
export async function readClientConfig(dataDir: string, defaults: Partial<ClientConfig> = {}): Promise<ClientConfig> {
  const file = join(dataDir, 'config.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    const {demo, mapTiles} = defaults
    return clientConfig.parse({...defaults, ...z.looseObject({}).parse(JSON.parse(text)), demo, mapTiles})
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : error
    throw new StartRefused(`${file} can't be used: ${reason}`)
  }
}
