import {createHash, type Hash} from 'node:crypto'
import {createReadStream} from 'node:fs'
import {Readable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import {createGunzip} from 'node:zlib'
import {extract} from 'tar-stream'
import {StartRefused} from '../database/startRefused'
import {FILES, HEAD, type Head, headSchema, TABLES, TAIL, type Tail, tailSchema} from './contents'

export interface Contents {
  head: Head
  tail: Tail
}

/** Hands over all entries of a backup one by one; each must be read to its end. */
export async function readEntries(file: string, take: (name: string, content: Readable) => Promise<void>) {
  const entries = extract()
  const fed = pipeline(createReadStream(file), createGunzip(), entries)
  // The loop below throws the same.
  fed.catch(() => undefined)
  for await (const entry of entries) {
    await take(entry.header.name, Readable.from(entry, {objectMode: false}))
  }
  await fed
}

/** Reads a backup to its end and throws `StartRefused` when any of its content differs from what was written. */
export async function checkBackup(file: string): Promise<Contents> {
  try {
    return await readContents(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`${file} is no complete backup: ${reason}.`)
  }
}

async function readContents(file: string): Promise<Contents> {
  let head: Head | undefined
  let tail: Tail | undefined
  const tables = new Map<string, Hash>()
  const files = new Map<string, string>()
  await readEntries(file, async (name, content) => {
    if (name === HEAD) head = headSchema.parse(JSON.parse(await readText(content)))
    else if (name === TAIL) tail = tailSchema.parse(JSON.parse(await readText(content)))
    else if (name.startsWith(TABLES)) await update(hashOf(tables, tableOf(name)), content)
    else if (name.startsWith(FILES)) {
      files.set(name.slice(FILES.length), (await update(createHash('sha256'), content)).digest('hex'))
    } else content.resume()
  })
  if (!head || !tail) throw new Error('its end is missing')
  for (const {name, sha256} of tail.tables) {
    if (hashOf(tables, name).digest('hex') !== sha256) throw new Error(`the table ${name} is damaged`)
  }
  for (const {name, sha256} of tail.files) {
    if (files.get(name) !== sha256) throw new Error(`the file ${name} is damaged`)
  }
  return {head, tail}
}

export function tableOf(name: string): string {
  return name.slice(TABLES.length, name.lastIndexOf('/'))
}

function hashOf(hashes: Map<string, Hash>, name: string): Hash {
  const hash = hashes.get(name) ?? createHash('sha256')
  hashes.set(name, hash)
  return hash
}

async function update(hash: Hash, content: Readable): Promise<Hash> {
  for await (const part of content) hash.update(part)
  return hash
}

async function readText(content: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString()
}
