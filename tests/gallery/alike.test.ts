import {createHash} from 'node:crypto'
import {readdir, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {ALIKE} from './alike'

const FOLDER = join(import.meta.dirname, '../../docs/gallery')

it('names each two states whose pictures are the same, with a reason, and no others', async () => {
  const named = ALIKE.map(({names}) => names.map(name => `${name.replace('/', '-')}.webp`))
  expect(lines(named)).toEqual(lines(await samePictures()))
})

const lines = (groups: readonly (readonly string[])[]): string[] =>
  groups.map(group => [...group].sort().join(' ')).sort()

/** Returns the groups of files with the same bytes. */
async function samePictures(): Promise<string[][]> {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.webp'))
  const groups = new Map<string, string[]>()
  for (const file of files) {
    const digest = createHash('md5')
      .update(await readFile(join(FOLDER, file)))
      .digest('hex')
    groups.set(digest, [...(groups.get(digest) ?? []), file])
  }
  return [...groups.values()].filter(({length}) => length > 1)
}
