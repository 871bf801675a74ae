import {readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const LIMIT = 24_000

const files = z.record(z.string(), z.array(z.string()))
const {signedIn, anybody} = z
  .object({signedIn: files, anybody: files})
  .parse(JSON.parse(readFileSync(join(CLIENT, 'routes.json'), 'utf8')))
const ofEveryPage = [
  ...readFileSync(join(CLIENT, 'index.html'), 'utf8').matchAll(/href="\/(assets\/[^"]+\.css)"/g),
].map(([, file = '']) => file)

describe('the styles of a page', () => {
  it.each(Object.entries({...anybody, ...signedIn}))('are small, as served, at %s', (_path, files) => {
    const styles = new Set([...ofEveryPage, ...files.filter(file => file.endsWith('.css'))])
    const sizes = [...styles].map(file => statSync(join(CLIENT, `${file}.br`)).size)

    expect(ofEveryPage).not.toEqual([])
    expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(LIMIT)
  })
})
